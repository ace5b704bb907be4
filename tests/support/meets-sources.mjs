import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/packages/bundle.mjs';

const folders = ['tests', 'app-skeleton/tests', 'examples'];

const testFiles = () =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.test.ts') && !/[\\/](?:\.tmp|node_modules)[\\/]/.test(file));

const isSource = (file) => /^(?:core|create-taproot|plugins\/[^/]+)\/src\//.test(file);

/** What no import shows: a source that is replaced by a mock, and the examples, which are not built. */
const names = (file) => /mockModule\('[^']*\/src\/|'@taproot-examples\//.test(readFileSync(join(root, file), 'utf8'));

/**
 * The test files that import a source file of a package, be it by a helper. A package that they name must be that source too,
 * since a module that is loaded twice is two modules. All others meet the packages as they are published.
 */
export const meetSources = async () => {
  const entryPoints = testFiles();
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'none',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  const reaches = (file, visited) => {
    if (isSource(file)) return true;
    if (visited.has(file)) return false;
    visited.add(file);
    return (metafile.inputs[file]?.imports ?? []).some(({ path }) => reaches(path, visited));
  };
  return entryPoints.filter((file) => names(file) || reaches(file, new Set())).map((file) => join(root, file));
};
