import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { importsOf } from './imports-of.ts';
import { madeUpOf } from './made-up.ts';
import { root } from './source-tree.ts';

/** Entries of packages without `exports`, as their documentation writes them. */
const documented: Readonly<Record<string, RegExp>> = {
  // README: `import isEmail from 'validator/lib/isEmail'`; the whole package has 112 modules.
  validator: /^\.\/lib\/is[A-Z]\w*(?:\.js)?$/,
  // Guide of ajv, "JSON Schema draft-2020-12": `require('ajv/dist/2020')`.
  ajv: /^\.\/dist\/2020(?:\.js)?$/,
};

interface Manifest {
  readonly exports?: Readonly<Record<string, unknown>> | string;
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as Manifest;

/** Whether a key of `exports` names an entry; `*` stands for anything. */
const names = (key: string, entry: string): boolean => {
  const [before = '', after] = key.split('*');
  return after === undefined ? key === entry : entry.startsWith(before) && entry.endsWith(after);
};

/** Whether what is imported is an entry of its package; those of Node and of ours are looked after elsewhere. */
const isEntry = (specifier: string): boolean => {
  const [, name = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (subpath === '' || /^(?:\.|node:|@taproot\/)/.test(specifier)) return true;
  const { exports } = manifestOf(name);
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

const sourcesOf = (workspace: string): string[] =>
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
  expect(entries.filter((specifier) => !isEntry(specifier))).toEqual([]);
  const insides = [
    'rate-limiter-flexible/lib/RateLimiterRes.js',
    'kysely/dist/esm/index.js',
    'validator/lib/util/merge',
    '@koa/router/dist/layer',
  ];
  expect(insides.filter(isEntry)).toEqual([]);
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
      sourcesOf(workspace).map(async (file) => {
        const imports = await importsOf(readFileSync(join(root, file), 'utf8'));
        return imports.filter(({ specifier }) => !isEntry(specifier)).map(({ specifier }) => `${file}: ${specifier}`);
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  test('gives libraries no made-up contexts', () => {
    const found = sourcesOf(workspace).flatMap((file) =>
      madeUpOf(readFileSync(join(root, file), 'utf8')).map((cast) => `${file}: ${cast}`),
    );
    expect(found).toEqual([]);
  });
});
