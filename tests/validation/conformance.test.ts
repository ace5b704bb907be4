import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FilterRegistry } from '../../plugins/validation/src/filters/filter-registry.ts';
import { builtInFilters } from '../../plugins/validation/src/filters/index.ts';
import { builtInRules } from '../../plugins/validation/src/rules/index.ts';
import { RuleRegistry } from '../../plugins/validation/src/rules/registry.ts';
import { requiredRules } from '../../plugins/validation/src/rules/required.ts';
import type { Validator } from '../../plugins/validation/src/validator.ts';
import { type GoldenCase, haveGoldenCases, presenceIn, readCases, revive } from './golden-cases.ts';
import { overrides } from './overrides.ts';
import { Engine } from './validators.ts';

interface MessageCase extends GoldenCase {
  readonly messages: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
  readonly expect: Readonly<Record<string, readonly string[]>>;
}

interface FilterCase {
  readonly id: string;
  readonly filter: string;
  readonly input: unknown;
  readonly output: unknown;
}

const registry = new RuleRegistry(builtInRules);
const filters = new FilterRegistry(builtInFilters);
const stopping = new Set(requiredRules.map(({ name }) => name));
const whenPresent = haveGoldenCases ? describe : describe.skip;
// The title is shown at the end of a run, with how many are skipped.
if (!haveGoldenCases)
  test.skip('the golden cases, since ../shared/conformance is not beside the checkout', () => undefined);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'golden-'));
});
afterAll(() => rm(folder, { recursive: true }));

const engineFor = ({ db }: Pick<GoldenCase, 'db'>, often = 200): Engine =>
  new Engine({
    often,
    rules: registry,
    filters,
    services: {
      now: () => Date.UTC(2024, 5, 15, 12),
      presence: presenceIn(db),
      resolver: { resolve: () => Promise.resolve(['93.184.215.14']) },
    },
    limits: { fields: 10_000, failures: 1000 },
    timeout: 5,
    translator: null,
    localeOf: () => 'en',
  });

/** A field stops after a failed required rule here; the recorded engine went on. */
const untilRequired = (rules: readonly string[]): readonly string[] => {
  const stop = rules.findIndex((rule) => stopping.has(rule));
  return stop === -1 ? rules : rules.slice(0, stop + 1);
};

const failedRules = (validator: Validator): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(validator.errors().all()).map(([field, messages]) => [field, Object.keys(messages).sort()]),
  );

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** What differs from a row; null when nothing does. */
type Judge<Row> = (row: Row) => Promise<unknown>;

const judgeVerdict = async (row: GoldenCase, often: number): Promise<unknown> => {
  const data = await revive(row.data, folder);
  const validator = await engineFor(row, often).validate(null, data, row.rules);
  if (validator.passes() !== row.passes) return { passes: validator.passes(), failed: failedRules(validator) };
  if (row.failed !== undefined) {
    const expected = Object.fromEntries(
      Object.entries(row.failed).map(([field, rules]) => [field, [...new Set(untilRequired(rules))].sort()]),
    );
    const actual = failedRules(validator);
    if (!sameData(expected, actual)) return { failed: actual };
  }
  if (row.validated === undefined || !row.passes || JSON.stringify(row.data).includes('$file')) return null;
  const validated = plain(validator.validated());
  return sameData(row.validated, validated) ? null : { validated };
};

const judgeMessages: Judge<MessageCase> = async (row) => {
  const { messages, attributes } = row;
  const validator = await engineFor(row).validate(null, row.data, row.rules, { messages, attributes });
  const actual = plain(validator.errors());
  return sameData(row.expect, actual) ? null : actual;
};

const judgeFilter: Judge<FilterCase> = async ({ filter, input, output }) => {
  const validator = await engineFor({}).validate(null, { f: input }, { f: 'sometimes' }, { filters: { f: filter } });
  const actual = plain(validator.validated()['f']);
  return sameData(plain(await revive(output, folder)), actual) ? null : { actual };
};

const sameData = (a: unknown, b: unknown): boolean => {
  try {
    expect(b).toEqual(a);
    return true;
  } catch {
    return false;
  }
};

const differences = async <Row extends { readonly id: string; readonly conflict?: boolean }>(
  table: string,
  judge: Judge<Row>,
): Promise<unknown[]> => {
  const rows = (readCases(table) as Row[]).filter(({ conflict }) => conflict !== true);
  const found: unknown[] = [];
  for (const row of rows) {
    const difference = await judge(row).catch((error: unknown) => String(error));
    const overridden = overrides.has(row.id);
    if (difference !== null && !overridden) found.push({ ...row, difference });
    if (difference === null && overridden) found.push({ ...row, difference: 'follows its row, so it is no override' });
  }
  process.stdout.write(`${table}: ${rows.length - found.length} of ${rows.length} golden cases\n`);
  return found;
};

whenPresent('golden cases', () => {
  test.each(['rules', 'engine', 'files', 'db'])('of %s get the recorded verdict', async (table) => {
    expect(await differences<GoldenCase>(table, (row) => judgeVerdict(row, 200))).toEqual([]);
  });

  test.each(['rules', 'engine'])('of %s get it by generated code', async (table) => {
    expect(await differences<GoldenCase>(table, (row) => judgeVerdict(row, 1))).toEqual([]);
  });

  test('of messages get the recorded texts', async () => {
    expect(await differences('messages', judgeMessages)).toEqual([]);
  });

  test('of filters get the recorded values', async () => {
    expect(await differences('filters', judgeFilter)).toEqual([]);
  });
});
