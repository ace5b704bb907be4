import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders of the packages that are published. */
export const packages = [
  'core',
  'client',
  ...readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`),
  'create-taproot',
];

const readManifest = (name) => JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));

/** What can be imported from outside: what the exports name, and the module that bin/ starts. */
const entriesOf = ({ exports = {}, bin }) => [
  ...Object.values(exports).map(({ source }) => source),
  ...(bin === undefined ? [] : ['./src/main.ts']),
];

/** Writes what esbuild made. Files that have not changed are left alone: a process of another run may be reading them. */
export const writeChanged = (outputFiles) => {
  for (const { path, contents } of outputFiles) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
};

/** Writes the modules of a package into its dist/. */
export const bundle = async (name) => {
  const manifest = readManifest(name);
  const { outputFiles } = await build({
    absWorkingDir: join(root, name),
    entryPoints: entriesOf(manifest),
    outbase: 'src',
    outdir: 'dist',
    write: false,
    bundle: true,
    // What is imported late stays a file of its own, and what several need is written once.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    charset: 'utf8',
    sourcemap: true,
    // Most packages ship their sources.
    sourcesContent: !manifest.files.includes('src'),
    logLevel: 'warning',
    // An import for its effects alone is left out, since package.json says that there are none.
    logOverride: { 'ignored-bare-import': 'error' },
  });
  writeChanged(outputFiles);
};
