import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from '@swc/core';
import { importsOf } from './imports-of.ts';

const root = join(import.meta.dirname, '..', '..');

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
  ...collect((await parse(source, { syntax: 'typescript' })).body, []),
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
