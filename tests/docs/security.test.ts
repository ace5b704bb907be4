import { expect, test } from '@jest/globals';
import { createEnv } from '@taproot/core/internal';
import type { AnyPlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { corePlugin } from '../../core/src/application/setup.ts';
import { readPage } from './support/code-blocks.ts';
import { codeOf, tableRows } from './support/markdown-table.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the plugins declare, under no environment. */
const defaults = (): Record<string, unknown> => {
  const plugins: readonly AnyPlugin[] = [corePlugin, routing(), cors(), throttle(), lang(), validation()];
  const files = plugins.flatMap(({ config = {} }) => Object.entries<unknown>(config));
  const env = createEnv({});
  return Object.fromEntries(
    files.map(([file, declared]) => [
      file,
      typeof declared === 'function' ? (declared as (from: typeof env) => unknown)(env) : declared,
    ]),
  );
};

const valueAt = (path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), defaults());

/** Every number in a file, by its path. */
const numbers = (path: string, value: unknown): string[] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) => numbers(`${path}.${key}`, inner))
    : typeof value === 'number'
      ? [path]
      : [];

const rows = tableRows(await readPage('SECURITY.md'), 'Key').map(([key = '', value = '']) => ({
  key: codeOf(key).join(),
  shown: JSON.parse(codeOf(value).join()) as unknown,
}));

test.each(rows)('SECURITY.md tells the true default of $key', ({ key, shown }) => {
  expect(shown).toEqual(valueAt(key));
});

test('SECURITY.md leaves out no number that bounds a request', () => {
  const shown = new Set(rows.map(({ key }) => key));
  const bounds = ['http', 'throttle', 'validation', 'lang'].flatMap((file) => numbers(file, defaults()[file]));
  // A port bounds nothing.
  expect(bounds.filter((path) => !shown.has(path) && path !== 'http.port')).toEqual([]);
});

test('every page that SECURITY.md leads to is there', async () => {
  const pages = [...(await readPage('SECURITY.md')).matchAll(/\]\(([^)]+)\)/g)].map(([, page = '']) => page);
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) expect((await readPage(page)).length).toBeGreaterThan(0);
});
