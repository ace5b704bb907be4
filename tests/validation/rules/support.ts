import { expect, test } from '@jest/globals';
import type { PresenceVerifier } from '@taproot/core/plugin';
import { FilterRegistry } from '../../../plugins/validation/src/filters/filter-registry.ts';
import { arrayRules } from '../../../plugins/validation/src/rules/array.ts';
import { comparisonRules } from '../../../plugins/validation/src/rules/comparison.ts';
import { contentRules } from '../../../plugins/validation/src/rules/content.ts';
import { controlRules } from '../../../plugins/validation/src/rules/control.ts';
import { databaseRules } from '../../../plugins/validation/src/rules/database.ts';
import { numericRules } from '../../../plugins/validation/src/rules/numeric.ts';
import { acceptedRules, presenceRules, prohibitedRules } from '../../../plugins/validation/src/rules/presence.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import { requiredRules } from '../../../plugins/validation/src/rules/required.ts';
import { sizeRules } from '../../../plugins/validation/src/rules/size.ts';
import { typeRules } from '../../../plugins/validation/src/rules/type.ts';
import type { Validator } from '../../../plugins/validation/src/validator.ts';
import { Engine } from '../validators.ts';

const rules = [
  ...controlRules,
  ...requiredRules,
  ...presenceRules,
  ...acceptedRules,
  ...prohibitedRules,
  ...typeRules,
  ...sizeRules,
  ...numericRules,
  ...comparisonRules,
  ...contentRules,
  ...arrayRules,
  ...databaseRules,
];

/** Stands for a key that is not there. */
export const absent = Symbol('absent');

type RulesMap = Readonly<Record<string, unknown>>;
type Input = Readonly<Record<string, unknown>>;

/** Validates with the built-in rules, outside HTTP. */
export const validate = async (
  data: Input,
  map: RulesMap,
  options: {
    readonly messages?: Readonly<Record<string, string>>;
    readonly presence?: PresenceVerifier;
    /** Runs after which the plan gets code of its own. */
    readonly often?: number;
  } = {},
): Promise<Validator> => {
  const { messages, presence = null, often = 200 } = options;
  const engine = new Engine({
    rules: new RuleRegistry(rules),
    filters: new FilterRegistry([]),
    services: { now: () => 0, presence, resolver: { resolve: () => Promise.reject(new Error('no names here')) } },
    limits: { fields: 100_000, failures: 1000 },
    timeout: 5,
    translator: null,
    localeOf: () => 'en',
    often,
  });
  return engine.validate(null, data, map, messages === undefined ? {} : { messages });
};

/** Fields that fail, the same with generated code and without. A database is asked once. */
export const failing = async (data: Input, map: RulesMap, presence?: PresenceVerifier): Promise<string[]> => {
  const fields = async (often: number): Promise<string[]> =>
    Object.keys((await validate(data, map, { often, ...(presence && { presence }) })).errors().all());
  const found = await fields(200);
  if (presence === undefined) expect(await fields(1)).toEqual(found);
  return found;
};

/** The message of the field `f` under a template. */
export const messageOf = async (rule: string, template: string, data: Input): Promise<string> => {
  const validator = await validate(data, { f: rule }, { messages: { [`f.${rule.split(':')[0]}`]: template } });
  return validator.errors().one('f');
};

/** Values of the field `f` that a rule takes and refuses, beside other fields. */
export interface RuleCases {
  readonly rule: unknown;
  readonly beside?: Input;
  readonly passes: readonly unknown[];
  readonly fails: readonly unknown[];
}

const write = (value: unknown): string => {
  if (typeof value === 'symbol' || typeof value === 'bigint' || typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
};

const dataOf = (value: unknown, beside: Input = {}): Input => (value === absent ? beside : { ...beside, f: value });

/** One test for each value: its name says what the rule makes of it. */
export const testRules = (cases: readonly RuleCases[]): void => {
  for (const { rule, beside, passes, fails } of cases) {
    const where = beside === undefined ? '' : ` beside ${JSON.stringify(beside)}`;
    for (const value of passes)
      test(`${write(rule)} takes ${write(value)}${where}`, async () => {
        expect(await failing(dataOf(value, beside), { f: rule })).toEqual([]);
      });
    for (const value of fails)
      test(`${write(rule)} refuses ${write(value)}${where}`, async () => {
        expect(await failing(dataOf(value, beside), { f: rule })).toEqual(['f']);
      });
  }
};

/** Rules that are rejected when they are parsed, with the reason. */
export const testRejected = (rejected: readonly (readonly [rule: unknown, reason: string])[]): void => {
  test.each(rejected)('VA-22 %j is rejected when it is parsed: %s', async (rule, reason) => {
    await expect(validate({ f: 'x' }, { f: rule })).rejects.toMatchObject({
      code: 'E_RULE_PARAMETERS',
      message: expect.stringContaining(reason),
    });
  });
};
