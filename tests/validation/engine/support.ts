import { expect } from '@jest/globals';
import type { Context } from '@taproot/core';
import type { Translator } from '@taproot/lang';
import type { Limits } from '../../../plugins/validation/src/engine/run.ts';
import { defineFilter, type FilterDefinition } from '../../../plugins/validation/src/filters/filter.ts';
import { FilterRegistry } from '../../../plugins/validation/src/filters/filter-registry.ts';
import type { ValidationOptions } from '../../../plugins/validation/src/options.ts';
import { controlRules, exclusionRules } from '../../../plugins/validation/src/rules/control.ts';
import type { Services } from '../../../plugins/validation/src/rules/definition.ts';
import { defineRule, type RuleDefinition } from '../../../plugins/validation/src/rules/definition.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import { requiredRules } from '../../../plugins/validation/src/rules/required.ts';
import type { Validator } from '../../../plugins/validation/src/validator.ts';
import { toText } from '../../../plugins/validation/src/values/scalars.ts';
import { kindOf, sizeOf } from '../../../plugins/validation/src/values/size.ts';
import { Engine } from '../validators.ts';

/** A few rules of each sort, so that the engine is tested without the real ones. */
export const testRules: readonly RuleDefinition[] = [
  ...requiredRules,
  ...exclusionRules,
  ...controlRules,
  defineRule({ name: 'string', compile: () => (value) => typeof value === 'string' }),
  defineRule({
    name: 'integer',
    aliases: ['int'],
    kind: 'numeric',
    compile: () => (value) => /^-?\d+$/.test(toText(value) ?? ''),
  }),
  defineRule({ name: 'array', kind: 'array', compile: () => (value) => typeof value === 'object' && value !== null }),
  defineRule({
    name: 'min',
    deprecated: ['min_len'],
    sized: true,
    parameters: { min: 1 },
    compile: (call) => {
      const least = Number(call.parameters[0]);
      if (Number.isNaN(least)) call.fail(`"${call.parameters[0]}" is not a number`);
      return (value) => (sizeOf(value, kindOf(value, call.kind)) ?? -1) >= least;
    },
    placeholders: ({ parameters: [min = ''] }) => ({ min }),
  }),
  defineRule({
    name: 'in',
    parameters: { min: 1 },
    compile: (call) => (value) => call.parameters.includes(toText(value) ?? ''),
    placeholders: ({ parameters }) => ({ values: parameters.join(', ') }),
  }),
  defineRule({
    name: 'same',
    parameters: { min: 1, max: 1 },
    compile: (call) => {
      const other = call.ref(call.parameters[0] ?? '');
      return (value, scope) => value === other.read(scope);
    },
    placeholders: ({ parameters: [other = ''] }, names) => ({ other: names.of(other) }),
  }),
  defineRule({
    name: 'confirmed',
    compile: (call) => {
      const other = call.beside(`${call.leaf}_confirmation`);
      return (value, scope) => value === other.read(scope);
    },
  }),
  defineRule({
    name: 'regex',
    raw: true,
    parameters: { min: 1 },
    compile: (call) => {
      const [source = ''] = call.parameters;
      // Enough of a pattern for these tests: texts joined by bars.
      if (/[^\w^$|]/.test(source)) call.fail('it is no pattern');
      const pattern = new RegExp(source, 'u');
      return (value) => pattern.test(toText(value) ?? '');
    },
  }),
  defineRule({
    name: 'distinct',
    compile: (call) => (value, scope) => {
      const seen = scope.state(call.token, () => new Set<unknown>());
      if (seen.has(value)) return false;
      seen.add(value);
      return true;
    },
  }),
  defineRule({
    name: 'later',
    compile: (call) => async (value) => {
      await Promise.resolve();
      return value === call.parameters[0];
    },
  }),
  defineRule({ name: 'costly', last: true, compile: () => async () => false }),
];

const testFilters: readonly FilterDefinition[] = [
  defineFilter({
    name: 'trim',
    deprecated: ['trimSpace'],
    apply: (value) => (typeof value === 'string' ? value.trim() : value),
  }),
  defineFilter({ name: 'wrap', apply: (value, left = '', right = '') => `${left}${String(value)}${right}` }),
];

/** What a test may change of an engine. */
export interface TestEngine {
  readonly rules?: readonly RuleDefinition[];
  readonly filters?: readonly FilterDefinition[];
  readonly limits?: Limits;
  readonly services?: Partial<Services>;
  readonly translator?: Translator;
  readonly timeout?: number;
  readonly localeOf?: () => string;
  /** Runs after which a plan gets code of its own. */
  readonly often?: number;
}

/** An engine over the test rules, with more of its own. */
export const createEngine = ({
  rules = [],
  filters = [],
  limits,
  services,
  translator,
  timeout = 5,
  localeOf = () => 'en',
  often = 200,
}: TestEngine = {}): Engine =>
  new Engine({
    rules: new RuleRegistry([...testRules, ...rules]),
    filters: new FilterRegistry([...testFilters, ...filters]),
    services: {
      now: () => 0,
      presence: null,
      resolver: { resolve: () => Promise.reject(new Error('no names here')) },
      ...services,
    },
    limits: limits ?? { fields: 10_000, failures: 1000 },
    timeout,
    translator: translator ?? null,
    localeOf,
    often,
  });

/** Validates with the test rules, outside HTTP. */
export const validate = async (
  data: unknown,
  rules: Readonly<Record<string, unknown>>,
  options?: ValidationOptions,
  ctx: Context | null = null,
): Promise<Validator> => createEngine().validate(ctx, data, rules, options);

/** The failed rules by field. */
export const failedRules = (validator: Validator): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(validator.errors().all()).map(([field, messages]) => [field, Object.keys(messages)]),
  );

/** Validates and gives the failed rules by field, the same with generated code and without. */
export const failed = async (
  data: unknown,
  rules: Readonly<Record<string, unknown>>,
): Promise<Record<string, string[]>> => {
  const found = failedRules(await validate(data, rules));
  expect(failedRules(await createEngine({ often: 1 }).validate(null, data, rules))).toEqual(found);
  return found;
};
