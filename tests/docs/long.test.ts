import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '..', 'long');
const page = readFileSync(join(folder, 'README.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| R-\d\d /.test(line));
const figures = Array.from({ length: 25 }, (_, i) => `R-${String(i + 1).padStart(2, '0')}`);

test('the table of long tests has a row for each figure, in order, and says what was measured', () => {
  expect(rows.map((row) => row.slice(2, 6))).toEqual(figures);
  for (const row of rows) expect(row.split('|')[3]?.trim()).toMatch(/\d/);
});

test.each(figures)('%s is a script', (figure) => {
  expect(existsSync(join(folder, `${figure.toLowerCase()}.ts`))).toBe(true);
});
