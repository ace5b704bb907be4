import { defineRule, type FieldRef, type RuleDefinition } from '../rule/rule.ts';
import { toText } from '../values/scalars.ts';

/**
 * `in_array:colours` or `in_array:colours.*`: the value is an entry of the other field's list, compared as text.
 * `in_array:items.*.id`: of all ids, except inside `items`, where it refers to the id of the same item.
 */
export const inArray: RuleDefinition = defineRule({
  name: 'in_array',
  parameters: { min: 1, max: 1 },
  compile: (call) => {
    const [parameter = ''] = call.parameters;
    const other = call.ref(parameter.replace(/\.\*$/, ''));
    const { all } = other;
    const textsOf = textsIn(other);
    return (value, scope) => {
      const text = toText(value);
      if (text === null) return false;
      const list = all === null ? other.read(scope) : all.holder(scope);
      if (!call.wildcard) return textsOf(list).includes(text);
      // Asked for every entry of one list about another: read that one once.
      const known = scope.state(call.token, () => new Map<unknown, ReadonlySet<string | null>>());
      const texts = known.get(list) ?? new Set(textsOf(list));
      known.set(list, texts);
      return texts.has(text);
    };
  },
  placeholders: ({ parameters: [other = ''] }, names) => ({ other: names.of(other) }),
});

type Texts = readonly (string | null)[];

/** The entries of a list as strings; or the values of many fields, and the entries of those that are lists. */
const textsIn = ({ all }: FieldRef): ((holder: unknown) => Texts) => {
  if (all !== null) return (holder) => all.within(holder).flat().map(toText);
  return (list) => (Array.isArray(list) ? list.map(toText) : []);
};
