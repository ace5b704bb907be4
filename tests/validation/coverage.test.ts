import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { type CustomRule, defineRule, validation as validationOfDefineRule } from '@taproot/validation';
import { builtInFilters } from '../../plugins/validation/src/filters/index.ts';
import { Validation } from '../../plugins/validation/src/validation.ts';
import { readPage } from '../docs/support/code-blocks.ts';
import { codeOf, tableRows } from '../docs/support/markdown-table.ts';
import { allCases, headOf, namesOf } from './cases/all-cases.ts';
import { absent, others, type RuleCase } from './cases/case.ts';
import { filterCases } from './cases/filter-cases.ts';
import { Tally } from './cases/tally.ts';

const folder = await mkdtemp(join(tmpdir(), 'coverage-'));
afterAll(() => rm(folder, { recursive: true }));

const validation = new Validation({
  services: {
    now: () => Date.UTC(2024, 0, 2, 12),
    presence: { present: async ({ values }) => values.map((value) => value === 'taken') },
    resolver: { resolve: async (host) => (host === 'live.org' ? ['93.184.216.34'] : []) },
  },
  limits: { fields: 100, failures: 100 },
  timeout: 5,
  translator: null,
  localeOf: () => 'en',
});

const passes = async (one: RuleCase, value: unknown, beside = others): Promise<boolean> => {
  const data = Object.fromEntries(Object.entries({ ...beside, f: value }).filter(([, entry]) => entry !== absent));
  const rule = one.options === undefined ? one.rule : { rule: one.rule, parameters: [], options: one.options };
  return (await validation.make(null, data, { f: [rule, ...(one.with ?? [])] })).passes();
};

const ruleCases = await allCases(folder);

describe('every rule', () => {
  const columns = ['passing', 'failing', 'absent', 'null', 'wrong type'];

  test.each(ruleCases.map((one) => [one.rule, one] as const))('%s', async (rule, one) => {
    const [wrong, wrongPasses] = one.wrong ?? [{}, false];
    const verdicts = {
      passing: await passes(one, one.passes),
      failing: 'fails' in one && (await passes(one, one.fails, { ...others, ...one.unless })),
      absent: await passes(one, absent),
      null: await passes(one, null),
      'wrong type': await passes(one, wrong),
    };
    expect(verdicts).toEqual({
      passing: true,
      failing: false,
      absent: one.absent ?? true,
      null: one.null ?? false,
      'wrong type': wrongPasses,
    });
  });

  test('has a case of each sort; nothing fails "exclude", which has no condition', () => {
    const tally = new Tally(columns);
    for (const one of ruleCases)
      for (const column of columns) if (column !== 'failing' || 'fails' in one) tally.count(headOf(one.rule), column);
    console.log(`Cases by rule\n${tally.toString()}`);
    expect(tally.lacking(validation.ruleNames())).toEqual(['exclude: failing']);
  });
});

describe('every filter', () => {
  const columns = ['changed', 'kept', 'absent', 'null', 'wrong type'];
  const named = builtInFilters.flatMap((filter) => namesOf(filter).map((name) => [name, filter.name] as const));

  const filtered = async (filter: string, data: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const validator = await validation.make(null, data, { f: 'nullable' }, { filters: { f: filter } });
    return { ...validator.validated() };
  };

  test.each(named)('%s', async (name, canonical) => {
    const [, from, to, kept] = filterCases.find(([filter]) => filter === canonical) ?? [];
    const results = {
      changed: await filtered(name, { f: from }),
      kept: await filtered(name, { f: kept }),
      absent: await filtered(name, {}),
      null: await filtered(name, { f: null }),
      'wrong type': await filtered(name, { f: { a: 1 } }),
    };
    expect(results).toEqual({
      changed: { f: to },
      kept: { f: kept },
      absent: {},
      null: { f: null },
      'wrong type': { f: { a: 1 } },
    });
  });

  test('has a case of each sort', () => {
    const tally = new Tally(columns);
    const covered = named.filter(([, canonical]) => filterCases.some(([filter]) => filter === canonical));
    for (const [name] of covered) for (const column of columns) tally.count(name, column);
    console.log(`Cases by filter\n${tally.toString()}`);
    expect(tally.lacking(validation.filterNames())).toEqual([]);
  });
});

test('the table of common rules in docs/validation.md has rules and types that exist', async () => {
  const rows = tableRows(await readPage('docs/validation.md'), 'You want');
  const names = rows.flatMap(([, rules = '']) => codeOf(rules).map(headOf));
  const known = new Set(validation.ruleNames());
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !name.startsWith('Rule.') && !known.has(name))).toEqual([]);
});

/** Made by a definition, as the built-in rules are. */
const divisible = defineRule({
  name: 'divisible',
  parameters: { min: 1, max: 1 },
  compile: ({ parameters: [by = '1'] }) => {
    const divisor = Number(by);
    return (value) => Number(value) % divisor === 0;
  },
});

class Even implements CustomRule {
  signature(): string {
    return 'even';
  }

  passes(_ctx: unknown, _data: unknown, value: unknown): boolean {
    return Number(value) % 2 === 0;
  }

  message(): string {
    return 'The :attribute is odd.';
  }
}

test('withRules() takes definitions and rule objects in one list', async () => {
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([validationOfDefineRule()])
    .withRules([divisible, new Even()])
    .create();
  const errorsOf = async (n: number) => {
    const validator = await app.facades.Validation().make(null, { n }, { n: ['divisible:3', 'even'] as never });
    return validator.errors().all();
  };
  expect(await errorsOf(6)).toEqual({});
  expect(Object.keys(await errorsOf(9))).toEqual(['n']);
  expect(Object.keys(await errorsOf(4))).toEqual(['n']);
  await app.close();
});

test('a definition of a name that is taken is refused, like a rule object', async () => {
  const boot = (rules: readonly (CustomRule | typeof divisible)[]) =>
    setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([validationOfDefineRule()])
      .withRules(rules)
      .create();
  for (const rules of [
    [divisible, divisible],
    [defineRule({ name: 'email', compile: () => () => true })],
    [new Even(), new Even()],
  ])
    await expect(boot(rules)).rejects.toMatchObject({ code: 'E_RULE_DUPLICATE' });
});
