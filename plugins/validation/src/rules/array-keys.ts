import { type Check, defineRule, type RuleDefinition } from '../rule/rule.ts';
import { isRecord } from '../values/records.ts';

/** The keys, for messages. */
export const keyList: NonNullable<RuleDefinition['placeholders']> = ({ parameters }) => ({
  values: parameters.join(', '),
});

/** A map, or a list by its indexes, without keys beside these. */
export const hasOnlyKeys = (keys: readonly string[]): Check => {
  const known = new Set(keys);
  return (value) => (Array.isArray(value) || isRecord(value)) && Object.keys(value).every((key) => known.has(key));
};

/** Rules on the keys of a map. */
export const arrayKeyRules: readonly RuleDefinition[] = [
  defineRule({
    name: 'array_keys',
    parameters: { min: 1 },
    compile: ({ parameters }) => hasOnlyKeys(parameters),
    placeholders: keyList,
  }),
  defineRule({
    name: 'required_array_keys',
    parameters: { min: 1 },
    implicit: true,
    compile:
      ({ parameters }) =>
      (value) =>
        isRecord(value) && parameters.every((key) => Object.hasOwn(value, key)),
    placeholders: keyList,
  }),
  defineRule({
    name: 'in_array_keys',
    parameters: { min: 1 },
    compile:
      ({ parameters }) =>
      (value) =>
        isRecord(value) && parameters.some((key) => Object.hasOwn(value, key)),
    placeholders: keyList,
  }),
];
