import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { factsOf } from './realworld/facts-of.ts';
import { type Reason, reasons } from './realworld/reasons.ts';

const root = join(import.meta.dirname, '..', '..');
const readJson = async <Value>(...path: readonly string[]): Promise<Value> =>
  JSON.parse(await readFile(join(root, ...path), 'utf8')) as Value;

type Facts = Readonly<Record<string, readonly string[]>>;

interface Row {
  readonly operation: string;
  readonly fact: string;
  readonly only: Reason['only'];
}

const differences = (published: Facts, ours: Facts): Row[] =>
  Object.keys({ ...published, ...ours }).flatMap((operation) => {
    const [there = [], here = []] = [published[operation], ours[operation]];
    const rows = (facts: readonly string[], others: readonly string[], only: Reason['only']): Row[] =>
      facts.filter((fact) => !others.includes(fact)).map((fact) => ({ operation, fact, only }));
    return [...rows(there, here, 'realworld'), ...rows(here, there, 'conduit')];
  });

const explains = (row: Row, { operations, fact, only }: Reason): boolean =>
  only === row.only && operations.test(row.operation) && fact.test(row.fact);

/** The facts are those of the API document of RealWorld, version 2.0.0 (MIT License), by `factsOf()`. */
test('operations, parameters, fields and statuses of Conduit are those of RealWorld, but for reasons', async () => {
  const published = await readJson<Facts>('tests', 'openapi', 'realworld', 'facts.json');
  const ours = factsOf(await readJson('examples', 'conduit', 'api', 'openapi.json'), '/api');
  expect(Object.keys(ours)).toEqual(Object.keys(published));
  expect(Object.values(published).flat().length).toBeGreaterThan(280);
  const rows = differences(published, ours);
  expect(rows.filter((row) => !reasons.some((reason) => explains(row, reason)))).toEqual([]);
  expect(reasons.filter((reason) => !rows.some((row) => explains(row, reason)))).toEqual([]);
});

test.each([
  ['a field that a reply lacks', '201 user.token required'],
  ['a field that a body lacks', 'body user.email required'],
  ['a status', '201'],
])('%s is found', async (_what, fact) => {
  const published = await readJson<Facts>('tests', 'openapi', 'realworld', 'facts.json');
  expect(published['POST /users']).toContain(fact);
  const less = { ...published, 'POST /users': (published['POST /users'] ?? []).filter((each) => each !== fact) };
  expect(differences(published, less)).toEqual([{ operation: 'POST /users', fact, only: 'realworld' }]);
});
