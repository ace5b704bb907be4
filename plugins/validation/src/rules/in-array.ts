import { toText } from '../values/to-text.ts';
import { type Check, defineRule, type FieldRef, type RuleDefinition } from './rule.ts';

/**
 * `in_array:colours` or `in_array:colours.*`: the value is an entry of the other field's list, by its text.
 * `in_array:items.*.id`: of the ids of all items, unless the field itself stands in `items`: `*` is its own entry then.
 */
export const inArray: RuleDefinition = defineRule({
  name: 'in_array',
  parameters: { min: 1, max: 1 },
  compile: (call) => {
    const [parameter = ''] = call.parameters;
    const other = call.ref(parameter.replace(/\.\*$/, ''));
    if (starsOf(other.name) > starsOf(call.field)) return amongAll(other);
    return (value, scope) => {
      const list = other.read(scope);
      const text = toText(value);
      if (text === null || !Array.isArray(list)) return false;
      if (!call.wildcard) return list.some((entry) => toText(entry) === text);
      // Asked for every entry of one list about another: read that one once.
      const known = scope.state(call.token, () => new Map<unknown, ReadonlySet<string | null>>());
      const texts = known.get(list) ?? new Set(list.map(toText));
      known.set(list, texts);
      return texts.has(text);
    };
  },
  placeholders: ({ parameters: [other = ''] }, names) => ({ other: names.of(other) }),
});

/** Among the values of many fields, and the entries of those that are lists. */
const amongAll =
  (other: FieldRef): Check =>
  (value, scope) => {
    const text = toText(value);
    return (
      text !== null &&
      other
        .readAll(scope)
        .flat()
        .some((entry) => toText(entry) === text)
    );
  };

const starsOf = (path: string): number => path.split('.').filter((key) => key === '*').length;
