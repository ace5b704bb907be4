import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { differences, explains, factsOfConduit, publishedFacts, reasonTable } from './realworld/differences.ts';
import { reasons } from './realworld/reasons.ts';

const page = join(import.meta.dirname, '..', '..', 'docs', 'openapi.md');
const start = '<!-- reasons: made by UPDATE_DOCS=1 npm test -- tests/openapi/realworld -->';
const end = '<!-- end of reasons -->';

test('operations, parameters, fields and statuses of Conduit are those of RealWorld, but for reasons', async () => {
  const published = await publishedFacts();
  const ours = await factsOfConduit();
  expect(Object.keys(ours)).toEqual(Object.keys(published));
  expect(Object.values(published).flat().length).toBeGreaterThan(280);
  const rows = differences(published, ours);
  expect(rows.filter((row) => !reasons.some((reason) => explains(row, reason)))).toEqual([]);
  expect(reasons.filter((reason) => !rows.some((row) => explains(row, reason)))).toEqual([]);
});

test('docs/openapi.md has the reasons and their counts (UPDATE_DOCS=1 makes them again)', async () => {
  const text = await readFile(page, 'utf8');
  const table = reasonTable(differences(await publishedFacts(), await factsOfConduit()));
  const made = text.replace(new RegExp(`${start}[\\s\\S]*${end}`), () => `${start}\n\n${table}\n\n${end}`);
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(page, made);
  expect(text).toContain(start);
  expect(await readFile(page, 'utf8')).toBe(made);
});

test.each([
  ['a field that a reply lacks', '201 user.token required'],
  ['a field that a body lacks', 'body user.email required'],
  ['a status', '201'],
])('%s is found', async (_what, fact) => {
  const published = await publishedFacts();
  expect(published['POST /users']).toContain(fact);
  const less = { ...published, 'POST /users': (published['POST /users'] ?? []).filter((each) => each !== fact) };
  expect(differences(published, less)).toEqual([{ operation: 'POST /users', fact, only: 'realworld' }]);
});
