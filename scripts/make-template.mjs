// Writes the template of create-taproot: the skeleton, standing alone. Usage: node scripts/make-template.mjs <folder>.
// What an application of its own needs beyond the skeleton comes from create-taproot/standalone, what it shares with this
// repository (compiler options, lint, versions of tools) from the repository's own files, so that the two cannot drift.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { docsUrl, linkDocs } from './template/docs-link.mjs';
import { combinations, variant, variantName } from './template/variants.mjs';

const root = join(import.meta.dirname, '..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node scripts/make-template.mjs <folder>');
const target = resolve(folder);

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const biomeBin = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
/**
 * Texts as `npm run lint` of the application wants them, by their path. One process for all: each takes a tenth of a
 * second to begin. It works outside the repository, where a biome.json among them would be a second one.
 */
const formatted = (texts) => {
  const place = mkdtempSync(join(tmpdir(), 'taproot-template-'));
  const paths = Object.keys(texts);
  for (const path of paths) write(join(place, path), texts[path]);
  const options = ['--write', '--vcs-enabled=false', `--config-path=${root}`, '--files-ignore-unknown=true'];
  execFileSync(process.execPath, [biomeBin, 'check', ...options, '.'], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const read = paths.map((path) => [path, readFileSync(join(place, path), 'utf8')]);
  rmSync(place, { recursive: true });
  return Object.fromEntries(read);
};
const only = (record, keep) => Object.fromEntries(Object.entries(record).filter(([key]) => keep(key)));

// npm leaves these out of what it packs, or reads them itself; they get their names back in the application.
const packedName = (name) => (['.gitignore', '.npmrc'].includes(name) ? `_${name.slice(1)}` : name);

// Not by asking git: a template can be made from an export without history. The document of the API and the names
// for the compiler differ with the parts: create-taproot has them written.
const isOwn = (path) =>
  !/^(?:api|types|node_modules|dist|\.env|package-lock\.json|storage\/(?!\.gitkeep$).*)$|\.tsbuildinfo$|\.log$/.test(
    path,
  );

/** The paths of all files below a folder, parts joined by `/`. */
const filesIn = (folder, accept = () => true) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => path.split('/').every((_part, index, parts) => accept(parts.slice(0, index + 1).join('/'))));

const copyFolder = (from, to, accept) => {
  for (const path of filesIn(from, accept)) {
    const copy = join(to, dirname(path), packedName(path.split('/').at(-1)));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(from, path), copy);
  }
};

/** Texts by their path; what is no text, such as a picture, is left out. */
const textsIn = (folder, accept) =>
  new Map(
    (existsSync(folder) ? filesIn(folder, accept) : [])
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')])
      .filter(([, text]) => !text.includes('\0')),
  );

const rootManifest = readJson('package.json');
const skeleton = readJson('app-skeleton', 'package.json');
const webSkeleton = readJson('web-skeleton', 'package.json');
const { version } = readJson('create-taproot', 'package.json');

const ranged = (dependencies) =>
  Object.entries(dependencies).map(([name, range]) => [name, name.startsWith('@taproot/') ? `^${version}` : range]);
const sorted = (entries) => Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

// What an application is developed with; the rest of the root's are for tests of the framework.
const tools = new Set([
  '@biomejs/biome',
  '@faker-js/faker',
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

/** Whether a skeleton has sources for browsers. Vite builds them, and their own tsconfig.json checks them. */
const hasAssets = (skeleton) => 'vite' in skeleton.devDependencies;

// Everything a choice may call for; creation takes away what was not chosen.
const manifestOf = (skeleton) => ({
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
    typecheck: hasAssets(skeleton) ? 'tsc && tsc -p assets' : 'tsc',
    lint: rootManifest.scripts.lint,
    format: rootManifest.scripts.format,
    ...only(skeleton.scripts, (name) => name.startsWith('openapi:')),
    types: skeleton.scripts.types,
    // What a deleted source left behind would still be found: a migration is run because its file is there.
    build: `${hasAssets(skeleton) ? 'vite build && ' : ''}node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc -p tsconfig.build.json`,
    'start:production': skeleton.scripts['start:production'],
  },
  dependencies: sorted(ranged(skeleton.dependencies)),
  devDependencies: sorted([
    ...ranged(skeleton.devDependencies),
    ...Object.entries(only(rootManifest.devDependencies, (name) => tools.has(name))),
  ]),
  overrides: rootManifest.overrides,
});

const { compilerOptions } = readJson('tsconfig.base.json');
const ofProjects = new Set(['composite', 'declaration', 'declarationMap', 'customConditions']);
const tsconfigOf = (skeleton) => ({
  compilerOptions: { ...only(compilerOptions, (name) => !ofProjects.has(name)), noEmit: true },
  include: ['**/*.ts'],
  exclude: [...(hasAssets(skeleton) ? ['assets'] : []), 'dist', 'node_modules'],
});
const buildConfig = readJson('create-taproot', 'standalone', 'tsconfig.build.json');

const { files, ...biome } = readJson('biome.json');
const lockFiles = ['!package-lock.json', '!pnpm-lock.yaml'];
const includes = [...files.includes.filter((glob) => !/package-lock|bench|tests/.test(glob)), ...lockFiles];

const oxlint = readJson('.oxlintrc.json');

const skeletonFiles = textsIn(join(root, 'app-skeleton'), isOwn);
linkDocs(skeletonFiles, docsUrl(rootManifest.repository));
const without = (part) => textsIn(join(root, 'create-taproot', 'without', part));

/** What differs from the whole application, by the parts that are present: files with another text, and files that go. */
const variants = combinations().map((present) => {
  const files = variant(skeletonFiles, without, present);
  return {
    name: variantName(present),
    removed: [...skeletonFiles.keys()].filter((path) => !files.has(path)),
    changed: [...files].filter(([path, text]) => skeletonFiles.get(path) !== text),
  };
});

rmSync(target, { recursive: true, force: true });
copyFolder(join(root, 'app-skeleton'), join(target, 'files'), isOwn);
for (const path of ['README.md', 'public/welcome.html']) write(join(target, 'files', path), skeletonFiles.get(path));
copyFolder(join(root, 'create-taproot', 'standalone'), join(target, 'files'));
// Its assets are built where they are needed.
copyFolder(join(root, 'web-skeleton'), join(target, 'web'), (path) => isOwn(path) && path !== 'public/assets');
const webFiles = textsIn(join(root, 'web-skeleton'), isOwn);
linkDocs(webFiles, docsUrl(rootManifest.repository));
write(join(target, 'web', 'README.md'), webFiles.get('README.md'));
copyFolder(join(root, 'create-taproot', 'standalone'), join(target, 'web'));
copyFolder(join(root, 'create-taproot', 'with'), join(target, 'with'));
const settingsOf = (folder, skeleton) => ({
  [`${folder}/package.json`]: manifestOf(skeleton),
  [`${folder}/tsconfig.json`]: tsconfigOf(skeleton),
  [`${folder}/biome.json`]: { ...biome, files: { includes } },
  [`${folder}/.oxlintrc.json`]: { ...oxlint, ignorePatterns: oxlint.ignorePatterns.filter((glob) => glob !== 'bench') },
});
const json = {
  ...settingsOf('files', skeleton),
  ...settingsOf('web', webSkeleton),
  'web/tsconfig.build.json': { ...buildConfig, exclude: ['assets', ...buildConfig.exclude, 'vite.config.ts'] },
  'removed.json': Object.fromEntries(variants.map(({ name, removed }) => [name, removed])),
};
const texts = formatted({
  ...Object.fromEntries(Object.entries(json).map(([path, value]) => [path, JSON.stringify(value, null, 2)])),
  ...Object.fromEntries(
    variants.flatMap(({ name, changed }) => changed.map(([path, text]) => [`variants/${name}/${path}`, text])),
  ),
});
for (const [path, text] of Object.entries(texts)) write(join(target, path), text);
