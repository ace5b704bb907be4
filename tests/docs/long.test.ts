import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '..', 'long');
const scripts = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''));
const rows = readFileSync(join(folder, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.replaceAll('\\|', ' ').split('|'))
  .map(([, name = '', figure = '', , , measured = '']) => ({
    name: name.replaceAll('`', '').trim(),
    figure: figure.trim(),
    measured,
  }));

test('the table of long tests has a row for each script, and a script for each row', () => {
  expect(scripts.length).toBeGreaterThan(25);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(scripts.toSorted());
});

test('the table has every figure that was asked for, in order', () => {
  const figures = Array.from({ length: 25 }, (_, i) => `R-${String(i + 1).padStart(2, '0')}`);
  expect(rows.map(({ figure }) => figure).filter((figure) => figure !== '')).toEqual(figures);
});

test.each(rows)('$name says what was measured', ({ measured }) => {
  expect(measured).toMatch(/\d/);
});
