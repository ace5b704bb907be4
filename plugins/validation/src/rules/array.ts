import { textFor } from '../values/number-text.ts';
import { isMap, isRecord } from '../values/records.ts';
import { toText } from '../values/scalars.ts';
import { type Check, defineRule, type RuleCall, type RuleDefinition, refuseOption } from './definition.ts';

const maxDepth = 64;

/**
 * A string that is equal for equal values, for sets of seen values. `tagged` distinguishes 1 and `1`. Null for values that are never equal:
 * files, and values nested deeper than 64 levels.
 */
export const identityOf = (value: unknown, tagged: boolean, textOf = toText, depth = 0): string | null => {
  const text = textOf(value);
  if (text !== null) return tagged ? `${typeof value}:${text}` : `:${text}`;
  if (value === null) return 'null';
  if (depth > maxDepth) return null;
  const of = (entry: unknown): string | null => identityOf(entry, tagged, textOf, depth + 1);
  if (Array.isArray(value)) return join('[', value.map(of));
  if (!isMap(value)) return null;
  const keys = Object.keys(value).sort();
  return join(
    '{',
    keys.flatMap((key) => [`=${key}`, of(value[key])]),
  );
};

/** Writes the length before each part, so that different lists never give the same text. */
const join = (open: string, parts: readonly (string | null)[]): string | null =>
  parts.includes(null) ? null : open + parts.map((part) => `${part?.length}${part}`).join('');

/** The keys, for messages. */
export const keyList: NonNullable<RuleDefinition['placeholders']> = ({ parameters }) => ({
  values: parameters.join(', '),
});

/** Checks that a map (or a list, by its indexes) has no other keys than these. */
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

const modes = new Set(['strict', 'ignore_case']);

const readIdentity = (call: RuleCall): ((value: unknown) => string | null) => {
  const { parameters } = call;
  const unknown = parameters.find((mode) => !modes.has(mode));
  if (unknown !== undefined) return refuseOption(call, unknown, [...modes]);
  const tagged = parameters.includes('strict');
  const textOf = textFor(call.wildcard ? call.kind : call.ref(`${call.field}.*`).kind);
  if (!parameters.includes('ignore_case')) return (value) => identityOf(value, tagged, textOf);
  return (value) => identityOf(value, tagged, textOf)?.toLowerCase() ?? null;
};

/** Remembers an identity; false when it was seen before. */
const isNew = (seen: Set<string>, identity: string | null): boolean => {
  if (identity === null) return true;
  if (seen.has(identity)) return false;
  seen.add(identity);
  return true;
};

/** For `items.*.id`, compares all fields that match the path; for a list itself, its entries. */
const distinct = defineRule({
  name: 'distinct',
  parameters: { min: 0, max: 2 },
  compile: (call) => {
    const identity = readIdentity(call);
    if (call.wildcard)
      return (value, scope) =>
        isNew(
          scope.state(call.token, () => new Set<string>()),
          identity(value),
        );
    return (value) => {
      const seen = new Set<string>();
      return !Array.isArray(value) || value.every((entry) => isNew(seen, identity(entry)));
    };
  },
});

/** Rules on the entries and keys of lists and maps. */
export const arrayRules: readonly RuleDefinition[] = [distinct, ...arrayKeyRules];
