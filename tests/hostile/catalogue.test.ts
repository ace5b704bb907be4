import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { catalogue } from './catalogue.ts';
import { cataloguePage } from './catalogue-page.ts';
import { namedRows } from './named-rows.ts';

const files = namedRows();
const readme = join(import.meta.dirname, 'README.md');
const page = cataloguePage(catalogue, files);

if (process.env['UPDATE_DOCS'] === '1') writeFileSync(readme, page);

test('the catalogue has 219 rows, each once and whole', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(ids).toHaveLength(219);
  expect(new Set(ids).size).toBe(219);
  for (const row of catalogue) {
    expect(row.id).toMatch(/^[A-Z]{2}-\d{2}$/);
    expect(row.severity).toMatch(/^[CHML]$/);
    expect(row.place).toMatch(/^(?:both|before|process|console)$/);
  }
});

test('every row has a test that is named by it', () => {
  const named = new Set(files.flatMap(({ rows }) => [...rows]));
  expect(catalogue.filter(({ id }) => !named.has(id)).map(({ id, what }) => `${id} ${what}`)).toEqual([]);
});

test('what a request can reach is tested over sockets on both drivers', () => {
  const onBoth = new Set(files.filter(({ onBothDrivers }) => onBothDrivers).flatMap(({ rows }) => [...rows]));
  const missing = catalogue.filter(({ id, place }) => place === 'both' && !onBoth.has(id));
  expect(missing.map(({ id, what }) => `${id} ${what}`)).toEqual([]);
});

test('no test is named by a row that does not exist', () => {
  const ids = new Set(catalogue.map(({ id }) => id));
  const groups = new Set(catalogue.map(({ id }) => id.slice(0, 2)));
  const strays = files.flatMap(({ path, rows }) =>
    [...rows].filter((id) => groups.has(id.slice(0, 2)) && !ids.has(id)).map((id) => `${path}: ${id}`),
  );
  expect(strays).toEqual([]);
});

/** The lines of the page without the tests they name, which other tests may join at any time. */
const withoutTests = (markdown: string): string => markdown.replaceAll(/^(\| [A-Z]{2}-\d{2} .*) \|[^|]*\|$/gm, '$1');

test('tests/hostile/README.md is what the catalogue says (UPDATE_DOCS=1 makes it again)', () => {
  expect(withoutTests(readFileSync(readme, 'utf8'))).toBe(withoutTests(page));
});

test('every test that tests/hostile/README.md names for a row has it', () => {
  const rowsOf = new Map(files.map(({ path, rows }) => [path, rows]));
  const strays: string[] = [];
  for (const [, id = '', links = ''] of readFileSync(readme, 'utf8').matchAll(
    /^\| ([A-Z]{2}-\d{2}) .*\|([^|]*)\|$/gm,
  )) {
    const named = [...links.matchAll(/\(\.\.\/([^)]+)\)/g)].map(([, path = '']) => path);
    if (named.length === 0) strays.push(`${id}: none`);
    strays.push(...named.filter((path) => rowsOf.get(path)?.has(id) !== true).map((path) => `${id}: ${path}`));
  }
  expect(strays).toEqual([]);
});
