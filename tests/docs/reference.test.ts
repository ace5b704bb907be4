import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Application, type Env, setup } from '@taproot/core';
import { createEnv } from '@taproot/core/internal';
import { routing } from '@taproot/routing';
import { corePlugin } from '../../core/src/application/setup.ts';
import { readPage } from './support/code-blocks.ts';
import { codeOf, tableRows } from './support/markdown-table.ts';

let app: Application;

beforeAll(async () => {
  app = await setup().withPlugins([routing()]).create();
});

afterAll(async () => void (await app.close()));

/** `{ a: { b: 1 } }` as `a.b` = 1; lists are values. */
const flatten = (path: string, value: unknown): [path: string, value: unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => flatten(`${path}.${key}`, inner))
    : [[path, value]];

/** Every default of every file, under no environment, and the variables that were asked for. */
const readDefaults = (): { values: Map<string, unknown>; variables: Set<string> } => {
  const variables = new Set<string>();
  const empty = createEnv({});
  const env = ((name: string, fallback: string) => {
    variables.add(name);
    return empty(name, fallback);
  }) as Env;
  const files = [corePlugin, routing()].flatMap(({ config = {} }) => Object.entries<unknown>(config));
  const values = files.flatMap(([file, defaults]) =>
    flatten(file, typeof defaults === 'function' ? (defaults as (env: Env) => unknown)(env) : defaults),
  );
  return { values: new Map(values), variables };
};

test('docs/configuration.md has every key of app and http, with its default and its variable', async () => {
  const { values, variables } = readDefaults();
  const rows = tableRows(await readPage('docs/configuration.md'), 'Key');
  const shown = rows.map(([key = '', value = '']): [string, unknown] => {
    const [json] = codeOf(value);
    return [codeOf(key).join(), json === undefined ? value : JSON.parse(json)];
  });
  const actual = [...values].map(([key, value]) => [
    key,
    value === tmpdir() ? "the system's temporary directory" : value,
  ]);

  expect(shown).toEqual(actual);
  expect(rows.flatMap(([, , variable = '']) => codeOf(variable))).toEqual([...variables].sort(byAppearance(rows)));
});

// The code may ask for its variables in another order than its keys.
const byAppearance = (rows: readonly string[][]): ((a: string, b: string) => number) => {
  const order = rows.flatMap(([, , variable = '']) => codeOf(variable));
  return (a, b) => order.indexOf(a) - order.indexOf(b);
};

/** A tapable hook, as it knows itself. */
interface KnownHook {
  readonly constructor: { readonly name: string };
  readonly _args?: readonly string[];
  for?(key: string): KnownHook;
}

const hookRow = (name: string, hook: KnownHook): string[] => {
  const inner = hook.for?.('docs');
  const kind = inner === undefined ? hook.constructor.name : `HookMap of ${inner.constructor.name}`;
  return [name, kind, ...((inner ?? hook)._args ?? [])];
};

test('docs/lifecycle.md has every hook, with its kind and its arguments', async () => {
  const rows = tableRows(await readPage('docs/lifecycle.md'), 'Hook');
  const actual = [...app.hookTables].flatMap(([owner, table]) =>
    Object.entries(table).map(([name, hook]) => hookRow(`${owner}.${name}`, hook as unknown as KnownHook)),
  );
  expect(rows.map(([hook = '', kind = '', args = '']) => [...codeOf(hook), kind, ...codeOf(args)])).toEqual(actual);
});
