// Writes the template of create-taproot: the skeleton, standing alone. Usage: node scripts/make-template.mjs <folder>.
// What an application of its own needs beyond the skeleton comes from create-taproot/standalone, what it shares with this
// repository (compiler options, lint, versions of tools) from the repository's own files, so that the two cannot drift.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node scripts/make-template.mjs <folder>');
const target = resolve(folder);

const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const biomeBin = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
/**
 * JSON texts as `npm run lint` of the application wants them. One process for all: each takes a tenth of a second to begin.
 * It formats them outside the repository, where the biome.json among them would be a second one.
 */
const jsonTexts = (values) => {
  const place = mkdtempSync(join(tmpdir(), 'taproot-template-'));
  const paths = Object.keys(values).map((name) => join(place, name));
  for (const [name, value] of Object.entries(values)) writeFileSync(join(place, name), JSON.stringify(value, null, 2));
  const options = ['--write', '--vcs-enabled=false', `--config-path=${root}`];
  execFileSync(process.execPath, [biomeBin, 'format', ...options, ...paths], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const texts = paths.map((path) => [basename(path), readFileSync(path)]);
  rmSync(place, { recursive: true });
  return texts;
};
const only = (record, keep) => Object.fromEntries(Object.entries(record).filter(([key]) => keep(key)));

// npm leaves these out of what it packs, or reads them itself; they get their names back in the application.
const packedName = (name) => (['.gitignore', '.npmrc'].includes(name) ? `_${name.slice(1)}` : name);

// Not by asking git: a template can be made from an export without history.
const isOwn = (path) =>
  !/^(?:node_modules|dist|\.env|package-lock\.json|storage\/(?!\.gitkeep$).*)$|\.tsbuildinfo$|\.log$/.test(path);

const copyFolder = (from, to, accept = () => true) => {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
      .slice(from.length + 1)
      .replaceAll('\\', '/');
    const wanted = path.split('/').every((_part, index, parts) => accept(parts.slice(0, index + 1).join('/')));
    if (!entry.isFile() || !wanted) continue;
    const copy = join(to, dirname(path), packedName(entry.name));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(from, path), copy);
  }
};

const rootManifest = readJson('package.json');
const skeleton = readJson('app-skeleton', 'package.json');
const routing = readJson('plugins', 'routing', 'package.json');
const { version } = readJson('create-taproot', 'package.json');

const ranged = (dependencies) =>
  Object.entries(dependencies).map(([name, range]) => [name, name.startsWith('@taproot/') ? `^${version}` : range]);
const sorted = (entries) => Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

// What an application is developed with; the rest of the root's are for tests of the framework.
const tools = new Set([
  '@biomejs/biome',
  '@jest/globals',
  '@swc/core',
  '@swc/jest',
  '@types/node',
  'jest',
  'oxlint',
  'oxlint-tsgolint',
  'tsx',
  'typescript',
]);

// Everything a choice may call for; creation takes away what was not chosen.
const manifest = {
  name: 'app',
  private: true,
  version: '0.1.0',
  type: 'module',
  engines: skeleton.engines,
  scripts: {
    prestart: 'node scripts/set-up.mjs',
    start: 'node --import tsx main.ts',
    predev: 'node scripts/set-up.mjs',
    dev: 'taproot serve --watch',
    pretest: 'node scripts/set-up.mjs',
    test: 'node --experimental-vm-modules --disable-warning=ExperimentalWarning scripts/test.mjs',
    typecheck: 'tsc',
    lint: rootManifest.scripts.lint,
    format: rootManifest.scripts.format,
    // What a deleted source left behind would still be found: a migration is run because its file is there.
    build: `node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc -p tsconfig.build.json`,
    'start:production': skeleton.scripts['start:production'],
  },
  dependencies: sorted([...ranged(skeleton.dependencies), ['fastify', routing.devDependencies.fastify]]),
  devDependencies: sorted([
    ...ranged(skeleton.devDependencies),
    ...Object.entries(only(rootManifest.devDependencies, (name) => tools.has(name))),
  ]),
  overrides: rootManifest.overrides,
};

const { compilerOptions } = readJson('tsconfig.base.json');
const ofProjects = new Set(['composite', 'declaration', 'declarationMap', 'customConditions']);
const tsconfig = {
  compilerOptions: { ...only(compilerOptions, (name) => !ofProjects.has(name)), noEmit: true },
  include: ['**/*.ts'],
  exclude: ['dist', 'node_modules'],
};

const { files, ...biome } = readJson('biome.json');
const lockFiles = ['!package-lock.json', '!pnpm-lock.yaml'];
const includes = [...files.includes.filter((glob) => !/package-lock|bench|tests/.test(glob)), ...lockFiles];

const oxlint = readJson('.oxlintrc.json');

const others = join(root, 'create-taproot', 'without');
rmSync(target, { recursive: true, force: true });
copyFolder(join(root, 'app-skeleton'), join(target, 'files'), isOwn);
copyFolder(join(root, 'create-taproot', 'standalone'), join(target, 'files'));
if (existsSync(others)) copyFolder(others, join(target, 'without'));
for (const [name, text] of jsonTexts({
  'package.json': manifest,
  'tsconfig.json': tsconfig,
  'biome.json': { ...biome, files: { includes } },
  '.oxlintrc.json': { ...oxlint, ignorePatterns: oxlint.ignorePatterns.filter((glob) => glob !== 'bench') },
}))
  writeFileSync(join(target, 'files', name), text);
