import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { builtPackages } from '../../create-taproot/src/pnpm-workspace.ts';
import { readFolder } from '../../create-taproot/src/read-folder.ts';
import { docsUrl, linkDocs } from '../../scripts/template/docs-link.mjs';
import { make, path, root, text, tree } from './support.ts';

interface Manifest {
  readonly name: string;
  readonly scripts: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides?: Record<string, string>;
  readonly repository?: string;
  readonly [key: string]: unknown;
}

const manifest = (folder: string): Manifest => JSON.parse(text(folder, 'package.json')) as Manifest;
const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

test('it says the two commands that come next', async () => {
  const { code, stdout, stderr } = await make('blog');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/Next:\n\n {2}cd blog\n {2}npm start\n\nREADME\.md /);
});

test('what is made is the skeleton, but for what an application of its own needs', async () => {
  await make('blog');
  const files = new Map(
    Object.entries(tree(join(root, 'app-skeleton'))).filter(
      ([file]) => !/^(?:api|types|node_modules|dist|storage)\b|^\.env$|\.tsbuildinfo$/.test(file),
    ),
  );
  linkDocs(files, docsUrl(rootManifest.repository));
  const skeleton = Object.fromEntries(files);
  const made = tree(path('blog'));
  const different = Object.keys(skeleton).filter((file) => made[file] !== skeleton[file]);
  const beyond = Object.keys(made).filter((file) => !(file in skeleton));

  expect(different.toSorted()).toEqual(['.env.example', 'README.md', 'package.json', 'tsconfig.json']);
  const standalone = [...readFolder(join(root, 'create-taproot', 'standalone')).keys()];
  expect(beyond.toSorted()).toEqual(
    ['.env', '.oxlintrc.json', 'biome.json', 'storage/.gitkeep', ...standalone].toSorted(),
  );
  expect(made['.env.example']).toBe(skeleton['.env.example']?.replace('APP_NAME=Taproot', 'APP_NAME=blog'));
  expect(made['README.md']).toBe(skeleton['README.md']?.replace('# Your application', '# blog'));
});

test('its tools and compiler options are those of this repository', async () => {
  await make('blog');
  const versions = Object.entries(manifest('blog').devDependencies);
  const isOwn = ([name]: readonly [string, string]): boolean => name.startsWith('@taproot/');
  const own = manifest('blog').dependencies['@taproot/core'];
  expect(new Set(versions.filter(isOwn).map(([, version]) => version))).toEqual(new Set([own]));
  const tools = Object.fromEntries(versions.filter((entry) => !isOwn(entry)));
  expect(rootManifest.devDependencies).toMatchObject(tools);
  expect(manifest('blog').overrides).toEqual(rootManifest.overrides);
  const { compilerOptions } = JSON.parse(text('blog', 'tsconfig.json')) as { compilerOptions: object };
  expect(compilerOptions).toMatchObject({ strict: true, noUncheckedIndexedAccess: true, noEmit: true });
  expect(compilerOptions).not.toHaveProperty('customConditions');
});

test('nothing in it leads back to this repository', async () => {
  await make('blog');
  for (const [file, content] of Object.entries(tree(path('blog'))))
    expect(`${file}: ${/-C source|--prefix|ensure-deps|app-skeleton/.exec(content)?.[0] ?? 'clean'}`).toBe(
      `${file}: clean`,
    );
});

test('it is developed with these tools, and has no package that only tests of the framework need', async () => {
  await make('blog');
  expect(Object.keys(manifest('blog').devDependencies)).toEqual([
    '@biomejs/biome',
    '@faker-js/faker',
    '@jest/globals',
    '@swc/core',
    '@swc/jest',
    '@taproot/client',
    '@taproot/dev',
    '@taproot/devtools',
    '@taproot/testing',
    '@types/node',
    'jest',
    'oxlint',
    'oxlint-tsgolint',
    'tsx',
    'typescript',
  ]);
});

test('every script of it stands alone', async () => {
  await make('blog');
  for (const script of [
    'start',
    'dev',
    'test',
    'typecheck',
    'lint',
    'format',
    'build',
    'openapi:write',
    'openapi:check',
    'start:production',
  ])
    expect(manifest('blog').scripts[script]).toMatch(/^(?:node|tsc|biome|taproot) ?/);
});

test('each application has a key of its own, that nobody else may read', async () => {
  await make('one');
  await make('two');
  const keys = ['one', 'two'].map((name) => /^APP_KEY=(.*)$/m.exec(text(name, '.env'))?.[1] ?? '');
  expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(32);
  expect(keys[0]).not.toBe(keys[1]);
  expect(statSync(path('one', '.env')).mode & 0o077).toBe(0);
  expect(text('one', '.env.example')).toMatch(/^APP_KEY=$/m);
  expect(text('one', '.gitignore')).toMatch(/^\.env$/m);
});

test('a migration that is generated later runs later', async () => {
  await make('blog');
  const own = Object.keys(tree(path('blog', 'database', 'migrations')));
  // As make:migration names it.
  const later = '20260102030405_create_comments.ts';
  expect([later, ...own].toSorted()).toEqual([...own.toSorted(), later]);
});

test('with Fastify it runs on Fastify, and either driver is one variable away', async () => {
  await make('blog', '--driver', 'fastify');
  expect(text('blog', '.env')).toMatch(/^HTTP_DRIVER=fastify$/m);
  expect(text('blog', 'config', 'http.ts')).toContain("env('HTTP_DRIVER', 'fastify')");
  await make('other');
  expect(text('other', '.env')).toMatch(/^HTTP_DRIVER=koa$/m);
  for (const name of ['blog', 'other']) {
    expect(text(name, 'bootstrap', 'plugins.ts')).toContain('fastify(),');
    expect(manifest(name).dependencies).toHaveProperty('@taproot/fastify');
    // What makes Fastify run under Jest.
    expect(manifest(name).overrides).toEqual(rootManifest.overrides);
  }
});

test('a part that is left out takes its packages along; one that is chosen brings what it requires', async () => {
  const taproot = (name: string) => Object.keys(manifest(name).dependencies).map((one) => one.replace('@taproot/', ''));
  await make('none', '--parts', 'none');
  await make('auth', '--parts', 'auth');
  await make('all');
  const always = [
    'console',
    'core',
    'cors',
    'fastify',
    'health',
    'lang',
    'log',
    'openapi',
    'redis',
    'routing',
    'security',
    'throttle',
    'validation',
  ];
  expect(taproot('none')).toEqual(always);
  expect(taproot('auth')).toEqual(taproot('all'));
  expect(taproot('all')).toEqual(['auth', ...always, 'database'].toSorted());
});

test.each([
  ['npm', ['overrides'], 'npm install --include=dev --no-audit --no-fund', 'npm install --no-audit --no-fund'],
  ['pnpm', ['resolutions'], 'pnpm install', 'pnpm install'],
  ['yarn', ['resolutions'], 'yarn install', 'yarn install'],
])('%s finds its own words', async (pm, keys, command, inImage) => {
  const { stdout } = await make('blog', '--pm', pm);
  const versions = ['overrides', 'pnpm', 'resolutions'].filter((one) => one in manifest('blog'));
  expect(versions).toEqual(keys);
  expect(text('blog', 'scripts', 'set-up.mjs')).toContain(`'${command}'`);
  expect(text('blog', 'Dockerfile')).toContain(inImage);
  expect(stdout).toContain(`${pm} start`);
});

test('pnpm finds what it forces and what it may build where it looks for them, also in the image', async () => {
  await make('blog', '--pm', 'pnpm', '--driver', 'fastify');
  expect(text('blog', 'pnpm-workspace.yaml')).toBe(`packages:
  - "."
overrides:
  "unrs-resolver": "${rootManifest.overrides?.['unrs-resolver']}"
  "light-my-request": "${rootManifest.overrides?.['light-my-request']}"
allowBuilds:
  "@parcel/watcher": true
  "@swc/core": true
  "esbuild": true
  "msgpackr-extract": true
  "unrs-resolver": true
# The same for pnpm below 10.26.
onlyBuiltDependencies:
  - "@parcel/watcher"
  - "@swc/core"
  - "esbuild"
  - "msgpackr-extract"
  - "unrs-resolver"
`);
  expect(text('blog', 'Dockerfile')).toMatch(/^COPY package\.json .*pnpm-workspace\.yaml\*/m);
  await make('other');
  expect(existsSync(path('other', 'pnpm-workspace.yaml'))).toBe(false);
});

test('what pnpm may build is what the packages of this repository build', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const built = Object.keys(lock.packages).filter((name) => lock.packages[name]?.hasInstallScript);
  expect(built.map((name) => name.replace(/^.*node_modules\//, '')).toSorted()).toEqual(builtPackages);
});

test('in a workspace of pnpm the application is a part of it', async () => {
  writeFileSync(path('pnpm-workspace.yaml'), 'packages: ["apps/*"]');
  await make('apps/blog', '--pm', 'pnpm');
  expect(existsSync(path('apps', 'blog', 'pnpm-workspace.yaml'))).toBe(false);
});

/** The packages of the framework that an application with every part depends on. */
const packed = [
  'auth',
  'client',
  'console',
  'core',
  'cors',
  'database',
  'dev',
  'devtools',
  'fastify',
  'health',
  'lang',
  'log',
  'openapi',
  'redis',
  'routing',
  'security',
  'testing',
  'throttle',
  'validation',
];

test('packed packages are depended on where they lie', async () => {
  mkdirSync(path('tarballs'));
  for (const name of packed) writeFileSync(path('tarballs', `taproot-${name}-0.1.0.tgz`), '');
  await make('apps/blog', '--packages', 'tarballs');
  expect(manifest('apps/blog').dependencies['@taproot/core']).toBe('file:../../tarballs/taproot-core-0.1.0.tgz');

  const { code, stderr } = await make('other', '--packages', path('apps'));
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^E_PACKAGES_MISSING: .*@taproot\/auth/)]);
  expect(existsSync(path('other'))).toBe(false);
});

test.each(['npm', 'pnpm', 'yarn'])(
  'E-10, D-5: with packed packages, %s forces them upon one another, and asks no registry for them',
  async (pm) => {
    mkdirSync(path('tarballs'));
    for (const name of packed) writeFileSync(path('tarballs', `taproot-${name}-0.1.0.tgz`), '');
    await make('blog', '--packages', 'tarballs', '--pm', pm, '--parts', 'none');
    const { overrides, resolutions } = manifest('blog');
    const forced = pm === 'npm' ? overrides : resolutions;
    for (const name of packed) {
      const tarball = `file:../tarballs/taproot-${name}-0.1.0.tgz`;
      if (pm === 'pnpm') expect(text('blog', 'pnpm-workspace.yaml')).toContain(`  "@taproot/${name}": "${tarball}"\n`);
      // D-5: pnpm 9 reads them in package.json only.
      expect(forced).toMatchObject({ [`@taproot/${name}`]: tarball });
    }
  },
);

test('a folder of packages that is not there holds none', async () => {
  const { code, stderr } = await make('blog', '--packages', path('nowhere'));
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^E_PACKAGES_MISSING: .* in .*nowhere\.\n {2}fix: /)]);
  expect(existsSync(path('blog'))).toBe(false);
});
