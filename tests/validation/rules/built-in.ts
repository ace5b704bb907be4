import { expect, test } from '@jest/globals';
import { FilterRegistry } from '../../../plugins/validation/src/filters/filter-registry.ts';
import type { Services } from '../../../plugins/validation/src/rules/definition.ts';
import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import type { Validator } from '../../../plugins/validation/src/validator.ts';
import { Engine } from '../validators.ts';

type Data = Readonly<Record<string, unknown>>;

/** Noon of 15 June 2024 UTC, a Saturday. */
export const now = Date.UTC(2024, 5, 15, 12);

/** Stands for a field that is not there. */
export const nothing = Symbol('nothing');

const registry = new RuleRegistry(builtInRules);

/** Validates with every built-in rule. */
export const check = async (data: Data, rules: Data, services: Partial<Services> = {}, messages: Data = {}) =>
  new Engine({
    rules: registry,
    filters: new FilterRegistry([]),
    services: {
      now: () => now,
      presence: null,
      resolver: { resolve: () => Promise.reject(new Error('no names here')) },
      ...services,
    },
    limits: { fields: 10_000, failures: 1000 },
    timeout: 5,
    translator: null,
    localeOf: () => 'en',
  }).validate(null, data, rules, { messages: messages as Readonly<Record<string, string>> });

/** Whether one value passes one rule, beside other fields. */
export const holds = async (rule: unknown, value: unknown, beside: Data = {}): Promise<boolean> => {
  const validator: Validator = await check(value === nothing ? beside : { ...beside, f: value }, { f: rule });
  return validator.passes();
};

/** What one rule takes and refuses. */
export interface Row {
  readonly rule: unknown;
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
  readonly beside?: Data;
}

const shown = (value: unknown): string => {
  const text = typeof value === 'symbol' || value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? '');
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
};

/** A test for each row; null and lists are refused by all, absent and blank fields are skipped. */
export const testTable = (rows: readonly Row[]): void => {
  test.each(rows.map((row) => [shown(row.rule), row] as const))(
    '%s',
    async (_name, { rule, takes, refuses, beside }) => {
      for (const value of [nothing, '', ' ', ...takes])
        expect([shown(value), await holds(rule, value, beside)]).toEqual([shown(value), true]);
      for (const value of [null, [], ['a'], {}, ...refuses])
        expect([shown(value), await holds(rule, value, beside)]).toEqual([shown(value), false]);
    },
  );
};

/** Rules that are refused when they are read. */
export const testRefused = (rules: readonly (readonly [rule: unknown, reason: string])[]): void => {
  test.each(rules.map(([rule, reason]) => [shown(rule), reason, rule] as const))(
    '%s is refused when it is read: %s',
    async (_name, reason, rule) => {
      await expect(check({}, { f: rule })).rejects.toMatchObject({
        code: 'E_RULE_PARAMETERS',
        message: expect.stringContaining(reason),
      });
    },
  );
};

/** The message of one rule for one value. */
export const message = async (rule: string, text: string, data: Data, field = 'f'): Promise<string> => {
  const name = rule.slice(0, rule.indexOf(':'));
  return (await check(data, { [field]: rule }, {}, { [name]: text })).errors().one(field);
};
