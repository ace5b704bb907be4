import { identityOf } from '../rule/identity-of.ts';
import { textFor } from '../rule/number-text.ts';
import { refuseOption } from '../rule/refuse-option.ts';
import { defineRule, type RuleCall, type RuleDefinition } from '../rule/rule.ts';
import { arrayKeyRules } from './array-keys.ts';

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

/** On `items.*.id` among all the fields that the path matches; on a list itself among its entries. */
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
