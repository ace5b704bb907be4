// `npm run build`: fills dist/ of every public package. tsc writes the declarations, esbuild the modules, which it puts into
// few files: an ES module costs node 0.4 ms before its first line, and whoever starts an application waits for hundreds.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const plugins = readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`);
const packages = ['core', ...plugins, 'create-taproot'];

const readManifest = (name) => JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));

/** What can be imported from outside: what the exports name, and the module that bin/ starts. */
const entriesOf = ({ exports = {}, bin }) => [
  ...Object.values(exports).map(({ source }) => source),
  ...(bin === undefined ? [] : ['./src/main.ts']),
];

const bundle = (name) => {
  const manifest = readManifest(name);
  return build({
    absWorkingDir: join(root, name),
    entryPoints: entriesOf(manifest),
    outbase: 'src',
    outdir: 'dist',
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
};

// Else the chunks of an earlier build would be published too.
for (const name of packages) rmSync(join(root, name, 'dist'), { recursive: true, force: true });

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '-b', ...packages], { cwd: root, stdio: 'inherit' });
if (status === 0) await Promise.all(packages.map(bundle));
else process.exitCode = status ?? 1;
