import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

// What a stranger's strict project has.
const compilerOptions = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  declaration: true,
  rootDir: '.',
  outDir: 'dist',
};

/** The application, which installs all the others. */
const application = 'shop';

/** Where the declarations of dependencies are checked: these two read every one that any of the folders reads. */
const checksDeclarations = new Set(['bare', application]);

/**
 * Nothing there may need Fastify or Koa, or the tools for development. The others come along with the packages that use them.
 */
const notUsed = new Set(['fastify', 'koa', 'dev', 'masking', 'workers']);

/** The packages that the application uses: the core, the client and most plugins. */
export const usedByOutsiders = (root) =>
  ['core', 'client', ...readdirSync(join(root, 'plugins'))].filter((name) => !notUsed.has(name));

/** The folders of tests/outsiders, the application last. */
export const outsidersOf = (root) =>
  readdirSync(join(root, 'tests', 'outsiders'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((a, b) => Number(a === application) - Number(b === application));

/**
 * Copies the packages of tests/outsiders into a folder and compiles each by itself. They resolve the packages of this
 * repository in `node_modules` of that folder, and their types by `paths` where there are any. Gives back the files that the
 * compiler read for the application. Throws for declarations that only a folder reads where declarations are not checked.
 */
export const compileOutsiders = async (root, folder, { tsc, paths = {} }) => {
  const read = new Map();
  for (const name of outsidersOf(root)) {
    const place = join(folder, name);
    cpSync(join(root, 'tests', 'outsiders', name), place, { recursive: true });
    writeFileSync(
      join(place, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...compilerOptions, paths, skipLibCheck: !checksDeclarations.has(name) },
        exclude: ['dist'],
      }),
    );
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    if (name !== application) symlinkSync(place, join(folder, 'node_modules', `taproot-${name}`));
    const flags = ['--pretty', 'false', '--singleThreaded', '--listFiles'];
    const { stdout } = await run(process.execPath, [tsc, '-p', '.', ...flags], { cwd: place });
    read.set(name, stdout.trim().split('\n'));
  }
  const checked = new Set([...read].flatMap(([name, files]) => (checksDeclarations.has(name) ? files : [])));
  const missed = [...read.values()].flat().filter((file) => file.endsWith('.d.ts') && !checked.has(file));
  if (missed.length > 0) throw new Error(`Nobody checks these declarations:\n${missed.join('\n')}`);
  return read.get(application);
};

/** The packages of these that the compiler did not read for the application. Those of Fastify and Koa it must not read. */
export const unusedBy = (files, ours) => {
  const strange = files.find((file) => /\/(?:fastify|koa)\//.test(file));
  if (strange !== undefined) throw new Error(`The application needs the types of an engine: ${strange}`);
  return ours.filter(
    (name) => !files.some((file) => /^\/(?:src|dist)\/index\.d\.ts$/.test(file.split(`/${name}`).at(-1))),
  );
};

/** A run of fewer left some out. */
const fewest = 190;

/** Runs the tests of the compiled packages, each file in a process of its own. Gives back how many passed; throws if one failed. */
export const testOutsiders = async (root, folder) => {
  const tests = outsidersOf(root).flatMap((name) => {
    const place = join(name, 'dist', 'test');
    return readdirSync(join(folder, place))
      .filter((file) => file.endsWith('.js'))
      .map((file) => join(place, file));
  });
  const { stdout } = await run(process.execPath, ['--expose-gc', '--test', '--test-reporter=tap', ...tests], {
    cwd: folder,
  });
  const passed = Number(/^# pass (\d+)$/m.exec(stdout)?.[1]);
  if (!stdout.includes('# fail 0') || !(passed > fewest)) throw new Error(`${passed} tests passed:\n${stdout}`);
  return { passed };
};
