import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { officialNames } from '../../core/src/names/official-names.ts';
import { type Import, importsOf } from './imports-of.ts';
import { madeUpOf } from './made-up.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * What each package may import of ours. Every plugin may also import console, and types of dev, under src/commands alone:
 * production has no dev.
 */
const floors: Readonly<Record<string, readonly string[]>> = {
  masking: [],
  workers: [],
  core: ['workers'],
  client: [],
  console: ['core', 'masking'],
  dev: ['core', 'console', 'workers'],
  lang: ['core'],
  routing: ['core', 'masking'],
  cors: ['core', 'routing'],
  crypt: ['core'],
  security: ['core', 'routing'],
  session: ['core', 'routing'],
  koa: ['core', 'routing'],
  fastify: ['core', 'routing'],
  log: ['core', 'routing', 'masking', 'workers'],
  redis: ['core'],
  otel: ['core', 'routing', 'masking', 'workers'],
  health: ['core', 'routing', 'auth', 'masking'],
  devtools: ['core', 'routing', 'masking'],
  broadcast: ['core', 'routing', 'auth'],
  websocket: ['core', 'routing', 'validation', 'broadcast'],
  mcp: ['core', 'routing'],
  throttle: ['core'],
  validation: ['core', 'lang'],
  auth: ['core'],
  database: ['core'],
  cache: ['core', 'database'],
  queue: ['core', 'validation', 'database'],
  mail: ['core'],
  storage: ['core', 'routing'],
  views: ['core', 'routing'],
  vite: ['core', 'routing'],
  events: ['core'],
  webhooks: ['core', 'database'],
  schedule: ['core'],
  account: ['core'],
  openapi: ['core', 'routing', 'validation', 'auth'],
  testing: ['core', 'routing', 'client', 'openapi'],
};

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const folders = ['core', 'client', ...readdirSync(join(root, 'plugins')).map((name) => join('plugins', name))].filter(
  (folder) => existsSync(join(root, folder, 'package.json')),
);

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Manifest;

const folderOf = (name: string): string => (name === 'core' || name === 'client' ? name : join('plugins', name));

type Placed = Import & { readonly file: string };

const readSources = async (folder: string): Promise<readonly Placed[]> => {
  const src = join(root, folder, 'src');
  const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const found = await Promise.all(
    files.map(async (file) =>
      (await importsOf(await readFile(join(src, file), 'utf8'))).map((one) => ({ ...one, file })),
    ),
  );
  return found.flat();
};

const sources = new Map(folders.map((folder) => [folder, readSources(folder)]));

/** Every import of a package's sources, with the file it stands in. */
const sourcesOf = async (folder: string): Promise<readonly Placed[]> => (await sources.get(folder)) ?? [];

const ours = /^@taproot\/([^/]+)(\/.+)?$/;
const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

test('imports are read from the syntax, in every form', async () => {
  const source = `
    import 'a'; import type { B } from 'b'; import { type C } from 'c'; export * from 'd'; export type { E } from 'e';
    const f = () => import('f'); const require = createRequire(x); const r = require('r'); type G = import('g').G; declare module 'h' { interface H {} }
    // import 'comment'
    const text = "import 'text'";
    export { f };
  `;
  const found = await importsOf(source);
  const names = (typeOnly: boolean) => found.filter((one) => one.typeOnly === typeOnly).map((one) => one.specifier);
  expect(names(false)).toEqual(['a', 'c', 'd', 'f', 'r']);
  expect(names(true)).toEqual(['b', 'e', 'g', 'h']);
});

describe.each(folders)('%s', (folder) => {
  const name = folder.split(sep).at(-1) ?? '';

  test('stands on a floor', () => {
    expect(Object.keys(floors)).toContain(name);
  });

  test('imports of ours only what its floor allows', async () => {
    const allowed = floors[name] ?? [];
    const strays = (await sourcesOf(folder)).filter(({ specifier, file, typeOnly }) => {
      const other = ours.exec(specifier)?.[1];
      if (other === undefined || allowed.includes(other)) return false;
      const isForCommands = other === 'console' || (other === 'dev' && typeOnly);
      return !(isForCommands && name !== 'core' && file.startsWith(`commands${sep}`));
    });
    expect(strays).toEqual([]);
  });

  test('imports other packages by their public faces, and nothing beyond its own sources', async () => {
    const deep: string[] = [];
    for (const { specifier, file } of await sourcesOf(folder)) {
      const [, other, subpath = ''] = ours.exec(specifier) ?? [];
      if (other !== undefined && !(`.${subpath}` in (await manifestOf(folderOf(other))).exports)) deep.push(specifier);
      if (specifier.startsWith('.') && relative('.', join(dirname(file), specifier)).startsWith('..'))
        deep.push(`${file}: ${specifier}`);
    }
    expect(deep).toEqual([]);
  });

  test('declares every package it imports', async () => {
    const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = await manifestOf(folder);
    const atRunTime = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
    const undeclared = (await sourcesOf(folder)).filter(({ specifier, typeOnly }) => {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) return false;
      const wanted = packageOf(specifier);
      if (atRunTime.has(wanted)) return false;
      const types = [wanted, `@types/${wanted.replace('@', '').replace('/', '__')}`];
      return !(typeOnly && types.some((type) => type in devDependencies || atRunTime.has(type)));
    });
    expect(undeclared).toEqual([]);
  });
});

/** Entries of packages without `exports`, as their documentation writes them. */
const documented: Readonly<Record<string, RegExp>> = {
  // README: `import isEmail from 'validator/lib/isEmail'`; the whole package has 112 modules.
  validator: /^\.\/lib\/is[A-Z]\w*(?:\.js)?$/,
  // Guide of ajv, "JSON Schema draft-2020-12": `require('ajv/dist/2020')`.
  ajv: /^\.\/dist\/2020(?:\.js)?$/,
};

interface LibraryManifest {
  readonly exports?: Readonly<Record<string, unknown>> | string;
}

/** The manifest of a library: that of the workspace if it has one of its own. */
const libraryManifestOf = (workspace: string, name: string): LibraryManifest => {
  const own = join(root, workspace, 'node_modules', name, 'package.json');
  const file = existsSync(own) ? own : join(root, 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')) as LibraryManifest;
};

/** Whether a key of `exports` names an entry; `*` stands for anything. */
const names = (key: string, entry: string): boolean => {
  const [before = '', after] = key.split('*');
  return after === undefined ? key === entry : entry.startsWith(before) && entry.endsWith(after);
};

/** Whether what is imported is an entry of its package; those of Node and of ours are looked after elsewhere. */
const isEntry = (workspace: string, specifier: string): boolean => {
  const [, name = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (subpath === '' || /^(?:\.|node:|@taproot\/)/.test(specifier)) return true;
  const { exports } = libraryManifestOf(workspace, name);
  const entry = `.${subpath}`;
  if (exports === undefined) return documented[name]?.test(entry) ?? false;
  return typeof exports === 'object' && Object.keys(exports).some((key) => names(key, entry));
};

const workspaces = [
  'core',
  'client',
  'create-taproot',
  ...readdirSync(join(root, 'plugins')).map((name) => join('plugins', name)),
];

const filesOf = (workspace: string): string[] =>
  readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(workspace, 'src', file));

test('an entry is what exports name, by itself or by a star, or what the documentation writes', () => {
  const entries = [
    'koa',
    'kysely/helpers/sqlite',
    'image-size/types/png',
    'validator/lib/isURL.js',
    'node:fs/promises',
  ];
  expect(entries.filter((specifier) => !isEntry('core', specifier))).toEqual([]);
  const insides = [
    'rate-limiter-flexible/lib/RateLimiterRes.js',
    'kysely/dist/esm/index.js',
    'validator/lib/util/merge',
    '@koa/router/dist/layer',
  ];
  expect(insides.filter((specifier) => isEntry('core', specifier))).toEqual([]);
});

test('a made-up value is found under every name, and a real one is none', () => {
  const head = `import type Koa from 'koa'; import cors from '@koa/cors'; type Write = ReturnType<typeof cors>;`;
  const faults = [
    '({ path } as unknown as Koa.Context)',
    'const view = { path }; f(view as Koa.Context)',
    'const run = cors(); run({ path } as never, next)',
    'const view = { path }; f(view as unknown as Parameters<Write>[0])',
    `const { koaBody } = await import('koa-body'); const run = koaBody({}); const ctx: unknown = {}; run(ctx as Parameters<typeof run>[0])`,
  ];
  for (const fault of faults) expect([fault, madeUpOf(`${head} ${fault}`).length]).toEqual([fault, 1]);
  const fine = `${head} const layer = router.register() as Koa.Layer; const own = { a } as unknown as Own; import { x as y } from 'koa';`;
  expect(madeUpOf(fine)).toEqual([]);
});

describe.each(workspaces)('%s', (workspace) => {
  test('imports other packages by entries they name', async () => {
    const found = await Promise.all(
      filesOf(workspace).map(async (file) => {
        const imports = await importsOf(readFileSync(join(root, file), 'utf8'));
        return imports
          .filter(({ specifier }) => !isEntry(workspace, specifier))
          .map(({ specifier }) => `${file}: ${specifier}`);
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  test('gives libraries no made-up contexts', () => {
    const found = filesOf(workspace).flatMap((file) =>
      madeUpOf(readFileSync(join(root, file), 'utf8')).map((cast) => `${file}: ${cast}`),
    );
    expect(found).toEqual([]);
  });
});

const plugins = join(import.meta.dirname, '..', '..', 'plugins');
const strangerNames = Object.keys(officialNames);

/** `name === 'log'`, `'log' === plugin.name`, `['log'].includes(name)`, and a search in the list of plugins. */
const lookUps: readonly RegExp[] = [
  /\b(?:name|plugin)\s*[!=]==\s*'(\w+)'/g,
  /'(\w+)'\s*[!=]==\s*(?:\w+\.)*(?:name|plugin)\b/g,
  /'(\w+)'[\w', ]*\]\.includes\((?:\w+\.)*(?:name|plugin)\)/g,
];
const search = /\bplugins\??\.(?:some|find|findIndex|findLast|every)\(/g;

const found = (name: string, source: string): string[] => [
  ...lookUps.flatMap((look) =>
    [...source.matchAll(look)]
      .filter(([, other = '']) => other !== name && strangerNames.includes(other))
      .map(([text]) => text),
  ),
  ...[...source.matchAll(search)].map(([text]) => text),
];

test('a look-up of a plugin by its name is found', () => {
  const looks = [
    `app.plugins.some(({ name }) => name === 'devtools')`,
    `taps.some((tap) => tap.name === 'devtools')`,
    `'devtools' === tap.plugin`,
    `['log', 'devtools'].includes(plugin.name)`,
    `app.plugins.find((plugin) => plugin.rows)`,
  ];
  expect(looks.filter((look) => found('routing', look).length === 0)).toEqual([]);
  expect(found('redis', `name === 'redis'`)).toEqual([]);
});

test.each(strangerNames)('%s asks the application what is provided, and no other plugin by its name', (name) => {
  const src = join(plugins, name, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const looks = files.flatMap((file) =>
    found(name, readFileSync(join(src, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(looks).toEqual([]);
});

test('one file of @taproot/openapi imports the unstable interface of TypeScript', () => {
  const src = join(plugins, 'openapi', 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = files.filter((file) => /from 'typescript\/unstable/.test(readFileSync(join(src, file), 'utf8')));
  expect(found).toEqual([join('reader', 'compiler-modules.ts')]);
});
