import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readPage, root } from './support/code-blocks.ts';
import { errorPage } from './support/error-page.ts';
import { errorTables as tables } from './support/error-tables.ts';

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
