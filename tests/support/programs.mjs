// Runs once before any test: bundles the packages as they are published, makes the template of create-taproot, and compiles
// the programs that tests start in processes of their own. Such a process starts in 0.17 s; from the sources, by tsx, it took 0.6 s.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundle, packages, root, writeChanged } from '../../scripts/packages/bundle.mjs';

/** `program.ts` knows where a compiled program is. */
const outdir = join(root, 'tests', '.tmp', 'programs');

const entryPoints = [
  'tests/architecture/loaded-modules.ts',
  'tests/cache/fixtures/*.ts',
  'tests/console/fixture-app/bootstrap/app.ts',
  'tests/console/fixture-app/loaded-packages.ts',
  'tests/console/generators/fixtures/*.ts',
  'tests/console/introspection/fixtures/*.ts',
  'tests/core/fixtures/*.ts',
  'tests/database/fixtures/*.ts',
  'tests/hostile/support/*-process.ts',
  'tests/long/fixtures/*.ts',
  'tests/otel/fixtures/*.ts',
  'tests/queue/fixtures/*.ts',
  'tests/routing/server/starved-server.ts',
  'tests/storage/fixtures/*.ts',
  'tests/throttle/fixtures/*.ts',
];

/** A compiled program finds its neighbours where its source is. */
const sourcePlaces = {
  name: 'source-places',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]tests[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return {
        contents: text.replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
        loader: 'ts',
      };
    });
  },
};

/** Packages of this repository are external too, so that programs meet them as they are published. */
const compile = async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints,
    outbase: 'tests',
    outdir,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
    plugins: [sourcePlaces],
  });
  writeChanged(outputFiles);
};

/** The command as it is installed: beside the bundle of its package, and not beside a tsconfig.json. */
const installCommand = () => {
  const from = join(root, 'plugins', 'console');
  const to = join(root, 'tests', '.tmp', 'taproot');
  const programs = readdirSync(join(from, 'bin'));
  writeChanged(
    programs.map((name) => ({ path: join(to, 'bin', name), contents: readFileSync(join(from, 'bin', name)) })),
  );
  mkdirSync(to, { recursive: true });
  if (!existsSync(join(to, 'dist'))) symlinkSync(join(from, 'dist'), join(to, 'dist'));
};

/** The template as it is packed. */
const makeTemplate = () =>
  promisify(execFile)(process.execPath, [
    join(root, 'scripts', 'make-template.mjs'),
    join(root, 'tests', '.tmp', 'template'),
  ]);

export default async () => {
  await Promise.all([...packages.map(bundle), compile(), makeTemplate()]);
  // Compilers that tests start are written in Go. They end soon, so they collect garbage only when they take much memory; one thread
  // does not wait for another one. Both together take a third of their CPU time.
  Object.assign(process.env, { GOGC: 'off', GOMEMLIMIT: '1GiB', GOMAXPROCS: '1' });
  installCommand();
};
