import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, type Env, setup } from '@taproot/core';
import { createEnv } from '@taproot/core/internal';
import { routing } from '@taproot/routing';
import { ruleSchemas } from '@taproot/validation/schema';
import { corePlugin } from '../../core/src/application/setup.ts';
import { documentedPackages, publicMembers } from '../architecture/public-members.ts';
import { readPage, root } from './support/code-blocks.ts';
import { errorPage } from './support/error-page.ts';
import { errorTables as tables } from './support/error-tables.ts';
import { codeOf, tableRows } from './support/markdown-table.ts';
import { docPages } from './support/pages.ts';
import { apiPage } from './support/reference/api-page.ts';
import { commandsPage } from './support/reference/commands-page.ts';
import { configurationPage } from './support/reference/configuration-page.ts';
import { hooksPage } from './support/reference/hooks-page.ts';
import { indexPage } from './support/reference/index-page.ts';
import { rulesPage } from './support/reference/rules-page.ts';
import { ruleTable } from './support/rule-table.ts';

describe('reference', () => {
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
});

const packages = documentedPackages().filter((workspace) => /^(?:core|client|plugins\/)/.test(workspace));
const configuration = configurationPage(packages);
const hooks = await hooksPage(packages);
const rules = await rulesPage();

const apiPages = packages.map((workspace): [string, string] => [
  `docs/reference/api/${workspace.replace('plugins/', '')}.md`,
  apiPage(workspace),
]);

const made = new Map([
  ['docs/reference/index.md', indexPage(apiPages.map(([page]) => page))],
  ['docs/reference/configuration.md', configuration.page],
  ['docs/reference/commands.md', await commandsPage()],
  ['docs/reference/hooks.md', hooks.page],
  ['docs/reference/rules.md', rules.page],
  ...apiPages,
]);

if (process.env['UPDATE_DOCS'] === '1')
  for (const [page, text] of made) {
    await mkdir(dirname(join(root, page)), { recursive: true });
    await writeFile(join(root, page), text);
  }

test.each([...made])('%s is what the code says (UPDATE_DOCS=1 makes it again)', async (page, text) => {
  expect(await readPage(page)).toBe(text);
});

test('the reference has no page that nothing makes', () => {
  expect(docPages.filter((page) => page.startsWith('docs/reference/') && !made.has(page))).toEqual([]);
});

test('every configuration key, hook and rule of the reference is explained', () => {
  expect([...configuration.bare, ...hooks.bare, ...rules.bare]).toEqual([]);
});

// Here, as the sources are read for the pages above.
const members = documentedPackages().map((workspace) => [workspace, publicMembers(workspace)] as const);

test.each(members)('Hover texts: every public member of %s has a doc comment', (_workspace, found) => {
  expect(found.filter(({ doc }) => doc === null || doc === '').map(({ label }) => label)).toEqual([]);
});

test('Hover texts: all public members are found', () => {
  const labels = members.flatMap(([, found]) => found.map(({ label }) => label.replace(/^.* /, '')));
  expect(labels.length).toBeGreaterThan(1000);
  expect(labels).toEqual(
    expect.arrayContaining([
      // Of an interface, of a class, of an object, merged into the core by a plugin, of a subpath.
      'ResponseBuilder.json',
      'Router.post',
      'limit.perMinute',
      'ConfigFiles.http',
      'TestClient.withToken',
      'NotFoundError',
    ]),
  );
});

test('Hover texts: what a comment says is thrown is in an error table', async () => {
  // The page is tested against the tables.
  const page = await readPage('docs/errors.md');
  const known = new Set([...page.matchAll(/`(E_[A-Z0-9_]+)`/g)].map(([, code]) => code));
  const named = members.flatMap(([, found]) =>
    found.flatMap(({ label, doc }) =>
      [...(doc ?? '').matchAll(/\bE_[A-Z0-9]+(?:_[A-Z0-9]+)*\b(?![_*<])/g)].map(([code]) => ({ label, code })),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ code }) => !known.has(code))).toEqual([]);
});

const page = errorPage(tables);

if (process.env['UPDATE_DOCS'] === '1') await writeFile(join(root, 'docs', 'errors.md'), page);

test('docs/errors.md is what the error tables say (UPDATE_DOCS=1 makes it again)', async () => {
  expect(await readPage('docs/errors.md')).toBe(page);
});

test('a code belongs to one package, and says what to do in whole sentences', () => {
  const codes = tables.flatMap(([, errors]) => Object.keys(errors));
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  for (const [, errors] of tables) {
    for (const [code, { row }] of Object.entries(errors)) {
      expect(code).toMatch(/^E_[A-Z0-9_]+$/);
      expect(`${code}: ${row.fix}`).toMatch(/\.$/);
    }
  }
});

const start = '<!-- rules: made by UPDATE_DOCS=1 npm test -- tests/docs/reference -->';
const end = '<!-- end of rules -->';
const pageOfRuleSchemas = await readPage('docs/openapi.md');
const madeOfRuleSchemas = pageOfRuleSchemas.replace(
  new RegExp(`${start}[\\s\\S]*${end}`),
  () => `${start}\n\n${ruleTable(ruleSchemas)}\n\n${end}`,
);

if (process.env['UPDATE_DOCS'] === '1') await writeFile(join(root, 'docs', 'openapi.md'), madeOfRuleSchemas);

test('docs/openapi.md has the table that the list of rules makes (UPDATE_DOCS=1 makes it again)', async () => {
  expect(pageOfRuleSchemas).toContain(start);
  expect(await readPage('docs/openapi.md')).toBe(madeOfRuleSchemas);
});
