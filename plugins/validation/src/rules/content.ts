import { toText } from '../values/scalars.ts';
import { defineRule, type RuleDefinition } from './definition.ts';
import { oneField, sameAs } from './other-field.ts';

type Finds = (text: string, part: string) => boolean;

const startsWith: Finds = (text, part) => text.startsWith(part);
const endsWith: Finds = (text, part) => text.endsWith(part);

const values: NonNullable<RuleDefinition['placeholders']> = ({ parameters }) => ({ values: parameters.join(', ') });

const affix = (name: string, finds: Finds, wanted: boolean): RuleDefinition =>
  defineRule({
    name,
    parameters: { min: 1 },
    compile:
      ({ parameters }) =>
      (value) => {
        const text = toText(value);
        return text !== null && parameters.some((part) => finds(text, part)) === wanted;
      },
    placeholders: values,
  });

/** The parts that a value contains: substrings of a string, entries of a list; null when it is neither. */
const partsOf = (value: unknown): ((part: string) => boolean) | null => {
  if (Array.isArray(value)) {
    const entries = new Set(value.map(toText));
    return (part) => entries.has(part);
  }
  const text = toText(value);
  return text === null ? null : (part) => text.includes(part);
};

const contains = defineRule({
  name: 'contains',
  parameters: { min: 1 },
  compile:
    ({ parameters }) =>
    (value) => {
      const has = partsOf(value);
      return has !== null && parameters.every(has);
    },
  placeholders: values,
});

const doesntContain = defineRule({
  name: 'doesnt_contain',
  parameters: { min: 1 },
  compile:
    ({ parameters }) =>
    (value) => {
      const has = partsOf(value);
      return has !== null && !parameters.some(has);
    },
  placeholders: values,
});

/** `confirmed` compares with `<field>_confirmation` beside the field, `confirmed:other` with the field `other`. */
const confirmed = defineRule({
  name: 'confirmed',
  parameters: { min: 0, max: 1 },
  compile: (call) => {
    const [name] = call.parameters;
    const other = name === undefined ? call.beside(`${call.leaf}_confirmation`) : oneField(call, name);
    const isSame = sameAs(call);
    return (value, scope) => isSame(value, other.read(scope), scope);
  },
  placeholders: ({ parameters: [other] }, names): Record<string, string> =>
    other === undefined ? {} : { other: names.of(other) },
});

/** Rules for the content of strings and lists. */
export const contentRules: readonly RuleDefinition[] = [
  affix('starts_with', startsWith, true),
  affix('ends_with', endsWith, true),
  affix('doesnt_start_with', startsWith, false),
  affix('doesnt_end_with', endsWith, false),
  contains,
  doesntContain,
  confirmed,
];
