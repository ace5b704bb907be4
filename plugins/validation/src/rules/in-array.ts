import { toText } from '../values/to-text.ts';
import { defineRule, type RuleDefinition } from './rule.ts';

/** `in_array:colours` or `in_array:colours.*`: the value is an entry of the other field's list, by its text. */
export const inArray: RuleDefinition = defineRule({
  name: 'in_array',
  parameters: { min: 1, max: 1 },
  compile: (call) => {
    const [parameter = ''] = call.parameters;
    const other = call.ref(parameter.replace(/\.\*$/, ''));
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
