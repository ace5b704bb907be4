import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ruleSchemas } from '@taproot/validation/schema';
import { readPage, root } from './support/code-blocks.ts';
import { ruleTable } from './support/rule-table.ts';

const start = '<!-- rules: made by UPDATE_DOCS=1 npm test -- tests/docs/rule-schemas -->';
const end = '<!-- end of rules -->';
const page = await readPage('docs/openapi.md');
const made = page.replace(
  new RegExp(`${start}[\\s\\S]*${end}`),
  () => `${start}\n\n${ruleTable(ruleSchemas)}\n\n${end}`,
);

if (process.env['UPDATE_DOCS'] === '1') await writeFile(join(root, 'docs', 'openapi.md'), made);

test('docs/openapi.md has the table that the list of rules makes (UPDATE_DOCS=1 makes it again)', async () => {
  expect(page).toContain(start);
  expect(await readPage('docs/openapi.md')).toBe(made);
});
