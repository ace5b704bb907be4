import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from '@babel/parser';
import { describe, expect, test } from '@jest/globals';
import { parse as parseOfCasts } from '@swc/core';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { type Facades, setup } from '@taproot/core';
import { cors } from '@taproot/cors';
import { database } from '@taproot/database';
import { lang } from '@taproot/lang';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { packageTypes } from '../support/package-types.ts';
import { importsOf } from './imports-of.ts';
import { workspaces } from './supply-chain.ts';

const root = join(import.meta.dirname, '..', '..');

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const filesUnder = (folder: string, kind: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => kind.test(file) && !/[\\/](?:node_modules|dist)[\\/]/.test(file));

/** The names that a module exports, each with the module that declares it. */
const namesOf = (file: string): Map<string, string> => {
  const found = new Map<string, string>();
  const { program } = parse(read(file), { sourceType: 'module', plugins: ['typescript'] });
  for (const node of program.body) {
    const from = (source: string): string => join(dirname(file), source);
    if (node.type === 'ExportAllDeclaration') {
      for (const [name, owner] of namesOf(from(node.source.value))) found.set(name, owner);
    } else if (node.type === 'ExportNamedDeclaration') {
      const { declaration, source } = node;
      for (const one of node.specifiers)
        if (one.type === 'ExportSpecifier' && one.exported.type === 'Identifier')
          found.set(one.exported.name, source ? from(source.value) : file);
      if (declaration?.type === 'VariableDeclaration') {
        for (const { id } of declaration.declarations) if (id.type === 'Identifier') found.set(id.name, file);
      } else if (declaration && 'id' in declaration && declaration.id?.type === 'Identifier')
        found.set(declaration.id.name, file);
    }
  }
  return found;
};

const entries = {
  '@taproot/core': namesOf('core/src/index.ts'),
  '@taproot/core/plugin': namesOf('core/src/plugin.ts'),
  '@taproot/core/internal': namesOf('core/src/internal.ts'),
} as const;

type Entry = keyof typeof entries;

const imported = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"](@taproot\/core(?:\/\w+)?)['"]/g;

/** The names of one entry that a text imports. */
const importedFrom = (entry: Entry, text: string): string[] =>
  [...text.matchAll(imported)]
    .filter(([, , specifier]) => specifier === entry)
    .flatMap(([, names = '']) => names.split(','))
    .map((name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s.*/, ''),
    )
    .filter((name) => name !== '');

const types = dirname((await packageTypes())['@taproot/core']?.[0] ?? '');

/** The text of a module's declarations without their comments and bodies, by name. */
const declarationsOf = (file: string): Map<string, string> => {
  const text = readFileSync(join(types, file.replace('core/src/', '').replace(/\.ts$/, '.d.ts')), 'utf8');
  const { program } = parse(text, { sourceType: 'module', plugins: [['typescript', { dts: true }]] });
  const found = new Map<string, string>();
  for (const node of program.body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (!declaration) continue;
    const source = text.slice(declaration.start ?? 0, declaration.end ?? 0).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
    const ids = declaration.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => id) : [];
    const own = 'id' in declaration ? [...ids, declaration.id] : ids;
    for (const id of own) if (id?.type === 'Identifier') found.set(id.name, source);
  }
  return found;
};

const packages = readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`);

const usersOf = (entry: Entry): Map<string, Set<string>> => {
  const users = new Map<string, Set<string>>();
  for (const folder of packages)
    for (const file of filesUnder(`${folder}/src`, /\.ts$/))
      for (const name of importedFrom(entry, read(file))) users.set(name, (users.get(name) ?? new Set()).add(folder));
  return users;
};

/** Names that guides, examples and the plugins of others import. */
const taught = (entry: Entry): Set<string> => {
  const files = [
    ...filesUnder('docs', /\.md$/).filter((file) => !file.startsWith(join('docs', 'reference'))),
    ...filesUnder('examples', /\.ts$/),
    ...filesUnder(join('tests', 'outsiders'), /\.ts$/),
    ...filesUnder('app-skeleton', /\.ts$/),
  ];
  return new Set(files.flatMap((file) => importedFrom(entry, read(file))));
};

test('every name of the core has one entry', () => {
  const all = Object.values(entries).flatMap((names) => [...names.keys()]);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});

/** The names that are reached from `first` by the declarations they are written with. */
const reachedFrom = (first: Iterable<string>): Set<string> => {
  const owners = new Map(Object.values(entries).flatMap((names) => [...names]));
  const reached = new Set<string>();
  const open = [...first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const owner = owners.get(name);
    if (owner === undefined || reached.has(name)) continue;
    reached.add(name);
    const words = new Set(declarationsOf(owner).get(name)?.match(/\w+/g));
    open.push(...[...words].filter((word) => owners.has(word)));
  }
  return reached;
};

const users = usersOf('@taproot/core/plugin');
const examples = taught('@taproot/core/plugin');
const used = [...entries['@taproot/core/plugin'].keys()].filter(
  (name) => (users.get(name)?.size ?? 0) > 1 || examples.has(name),
);
const promised = reachedFrom([...entries['@taproot/core'].keys(), ...used]);

test('@taproot/core/plugin has names that two packages or an example use, and types that such names are declared with', () => {
  expect([...entries['@taproot/core/plugin'].keys()].filter((name) => !promised.has(name))).toEqual([]);
});

test('@taproot/core/internal has names that a package or a test uses, and types that such names are declared with', () => {
  const inTests = filesUnder('tests', /\.ts$/).flatMap((file) => importedFrom('@taproot/core/internal', read(file)));
  const ours = reachedFrom([...promised, ...usersOf('@taproot/core/internal').keys(), ...inTests]);
  expect([...entries['@taproot/core/internal'].keys()].filter((name) => !ours.has(name))).toEqual([]);
});

test('the entries with a promise are small', () => {
  expect(entries['@taproot/core'].size).toBeLessThanOrEqual(56);
  expect(entries['@taproot/core/plugin'].size).toBeLessThanOrEqual(80);
});

test('plugins of others use what is promised', () => {
  const files = [
    ...filesUnder('examples', /\.ts$/),
    ...filesUnder(join('tests', 'outsiders'), /\.ts$/),
    ...filesUnder('app-skeleton', /\.ts$/),
    ...filesUnder('docs', /\.md$/).filter((file) => !file.startsWith(join('docs', 'decisions'))),
  ];
  expect(files.filter((file) => importedFrom('@taproot/core/internal', read(file)).length > 0)).toEqual([]);
});

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly description?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

const manifestOf = (workspace: string): Manifest =>
  JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));

const published = workspaces().filter((workspace) => manifestOf(workspace).private !== true);

test.each(published)('%s says its licence and what it is', (workspace) => {
  const { license, description } = manifestOf(workspace);
  expect({ license, described: (description ?? '').length > 20 }).toEqual({ license: 'MIT', described: true });
});

test.each(published)('%s gets a README and the LICENSE when it is packed, and loses them afterwards', (workspace) => {
  const { prepack, postpack } = manifestOf(workspace).scripts ?? {};
  expect(prepack).toMatch(/scripts\/packages\/pages\.mjs$/);
  expect(postpack).toMatch(/scripts\/packages\/pages\.mjs --remove$/);
});

test('the pages name the package, and a README of its own stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'package-pages-'));
  const write = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'scripts', 'packages', 'pages.mjs'), ...args], { cwd: folder });
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: '@taproot/auth', description: 'Who is who' }));
    await write();
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('# @taproot/auth');
    await write('--remove');
    expect(readdirSync(folder)).toEqual(['package.json']);
    await writeFile(join(folder, 'README.md'), '# Mine');
    await write();
    await write('--remove');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('# Mine');
  } finally {
    await rm(folder, { recursive: true });
  }
});

const lifeCycle = /^(?:prepare|freeze|boot|load|connect|open|start|stop|end|close|destroy|dispose|watched)$/;

// The application is what its program opens and closes. DB is kysely's own object, Redis one of ioredis.
const others = new Set(['App', 'DB', 'Redis']);

const membersOf = (value: object): string[] => {
  const names: string[] = [];
  for (let at: object | null = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return names;
};

test('facades of the official plugins offer no life cycle', async () => {
  const app = await setup(null, { env: { APP_ENV: 'testing', DATABASE_URL: ':memory:' } })
    .withPlugins([consoleKernel(), routing(), cors(), throttle(), lang(), validation(), database(), auth(), redis()])
    .create();
  const names = [...app.registry.facades.keys()].filter((name) => !others.has(name));
  expect(names).toEqual(
    expect.arrayContaining([
      'Auth',
      'Console',
      'Databases',
      'Gate',
      'Hash',
      'Http',
      'RateLimiter',
      'RedisConnections',
      'Route',
    ]),
  );
  const offered = names.flatMap((name) => {
    const facade = (app.facades[name as keyof Facades] as () => object)();
    return membersOf(facade)
      .filter((member) => lifeCycle.test(member))
      .map((member) => `${name}().${member}`);
  });
  await app.close();
  expect(offered).toEqual([]);
});

/** What applications and plugins are written like: code that a reader copies needs no cast. */
const folders = ['app-skeleton', 'examples', 'tests/outsiders'];

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(?:^|[\\/])(?:dist|node_modules|storage)[\\/]/.test(file))
    .map((file) => join(folder, file)),
);

const kinds: Readonly<Record<string, string>> = {
  TsAsExpression: 'as',
  TsTypeAssertion: '<Type>value',
  TsNonNullExpression: '!',
};

const isAny = (node: Readonly<Record<string, unknown>>): boolean =>
  node['type'] === 'TsKeywordType' && node['kind'] === 'any';

const collect = (value: unknown, found: string[]): string[] => {
  if (typeof value !== 'object' || value === null) return found;
  if (Array.isArray(value)) for (const entry of value) collect(entry, found);
  else {
    const node: Readonly<Record<string, unknown>> = { ...value };
    const kind = kinds[String(node['type'])] ?? (isAny(node) ? 'any' : undefined);
    if (kind !== undefined) found.push(kind);
    for (const child of Object.values(node)) collect(child, found);
  }
  return found;
};

/** Casts of a source, from its syntax tree; `as const`, `satisfies` and `import { a as b }` are none. */
const castsOf = async (source: string): Promise<string[]> => [
  ...collect((await parseOfCasts(source, { syntax: 'typescript' })).body, []),
  ...(source.match(/@ts-[\w-]+/g) ?? []),
];

test('casts are read from the syntax, in every form', async () => {
  const source = `
    import { one as two } from 'three';
    // @ts-expect-error for no reason
    const a = b as string; const c = <string>d; const e = f!.g; const h: any = 1;
    const i = ['as'] as const; const j = {} satisfies object; const k = 'b as string';
  `;
  expect((await castsOf(source)).toSorted()).toEqual(['!', '<Type>value', '@ts-expect-error', 'any', 'as']);
});

describe.each(folders)('%s', (folder) => {
  const own = sources.filter((file) => file.startsWith(folder));

  test('has no cast, no any and no @ts- comment', async () => {
    const found = await Promise.all(
      own.map(async (file) => {
        const casts = await castsOf(readFileSync(join(root, file), 'utf8'));
        // A test of types says which of its lines must not compile.
        const named = casts.filter((cast) => cast !== '@ts-expect-error' || !file.endsWith('.types.ts'));
        return named.map((cast) => `${file}: ${cast}`);
      }),
    );
    expect(own.length).toBeGreaterThan(10);
    expect(found.flat()).toEqual([]);
  });

  test('imports packages of Taproot by public names alone', async () => {
    const imports = await Promise.all(
      own.map(async (file) =>
        (await importsOf(readFileSync(join(root, file), 'utf8'))).map(({ specifier }) => ({ file, specifier })),
      ),
    );
    const unknown = imports.flat().filter(({ file, specifier }) => {
      const [, name = '', subpath = ''] = /^@taproot\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
      if (name === '') return /\/(?:core|plugins)\/.*src\//.test(join(file, '..', specifier));
      const manifest = join(root, name === 'core' || name === 'client' ? name : join('plugins', name), 'package.json');
      return !existsSync(manifest) || !(`.${subpath}` in JSON.parse(readFileSync(manifest, 'utf8')).exports);
    });
    expect(unknown).toEqual([]);
  });
});
