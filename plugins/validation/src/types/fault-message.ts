import type { UnknownField } from './field-names.ts';
import type { PatternFault } from './pattern-fault.ts';
import type { CustomRuleParameters, CustomRules, RuleName } from './rule-name.ts';
import type { FieldParameters, FieldUsage, ValueParameters } from './rule-parameters.ts';
import type { Reading, Wrong } from './rule-reading.ts';
import type { Blank, RawRule, Trim, TrimStart } from './split-text.ts';
import type { ColumnName, TableName } from './table-names.ts';

/**
 * The rule text with each rule that fits in that place. The compiler names the nearest one, and editors offer all of them. It is a mapped
 * type, so that compiler messages show its name and not a hundred strings.
 */
export type RuleAmong<Before extends string, After extends string = ''> = {
  [Name in RuleName]: `${Before}${Name}${After}`;
}[RuleName];

/** The rule text with each field that fits in that place. */
export type FieldAmong<Before extends string, Fields extends string, After extends string = ''> = {
  [Field in Fields]: `${Before}${Field}${After}`;
}[Fields];

/** The faults of one rule: those that `Reading` finds, and the fields that the map lacks. */
export type Fault<Part extends string, Fields extends string> = UnknownField<Exclude<Reading<Part>, Fields>, Fields>;

/**
 * The type that replaces a rule text with a faulty rule. The compiler makes it only for such a text: rules before the first faulty one go
 * to `Before`, and `Open` is a part that continues after an escaped bar.
 */
export type TextMessage<
  Text extends string,
  Fields extends string,
  Before extends string = '',
  Open extends string = '',
> = Text extends `${infer Head}|${infer Rest}`
  ? TrimStart<`${Open}${Head}`> extends `${RawRule}:${string}`
    ? PartMessage<`${Open}${Text}`, Fields, Before>
    : Head extends `${string}\\`
      ? TextMessage<Rest, Fields, Before, `${Open}${Head}|`>
      : [Fault<Trim<`${Open}${Head}`>, Fields>] extends [never]
        ? TextMessage<Rest, Fields, `${Before}${Open}${Head}|`>
        : PartMessage<`${Open}${Head}`, Fields, Before, `|${Rest}`>
  : PartMessage<`${Open}${Text}`, Fields, Before>;

/** The type that replaces one faulty rule, with the rules before and after it. */
export type PartMessage<
  Part extends string,
  Fields extends string,
  Before extends string = '',
  After extends string = '',
> = Part extends `${infer First extends Blank}${infer Rest}`
  ? PartMessage<Rest, Fields, `${Before}${First}`, After>
  : Part extends `${infer Name}:${infer Written}`
    ? Name extends RuleName
      ? ParametersMessage<Name, Written, Fields, Before, After>
      : RuleAmong<Before, `:${Written}${After}`>
    : Part extends RuleName
      ? ParametersMessage<Part, '', Fields, Before, After>
      : Before extends ''
        ? After extends ''
          ? Part extends `${string}|${string}`
            ? `Several rules in one entry: "${Part}". Give each an entry of its own, or the whole as one text.`
            : RuleName
          : RuleAmong<Before, After>
        : RuleAmong<Before, After>;

type ParametersMessage<
  Name extends string,
  Written extends string,
  Fields extends string,
  Before extends string,
  After extends string,
> = Name extends keyof FieldParameters
  ? [Fault<`${Name}:${Written}`, Fields>] extends [Wrong]
    ? Written extends ''
      ? Usage<`${Name}:${FieldUsage[FieldParameters[Name]]}`> | FieldAmong<`${Before}${Name}:`, Fields, After>
      : Usage<`${Name}:${FieldUsage[FieldParameters[Name]]}`>
    : FieldMessage<Written, Fields, `${Before}${Name}:`, After>
  : Name extends 'exists' | 'unique'
    ? TableMessage<Name, Written, Before, After>
    : Name extends keyof ValueParameters
      ? Usage<ValueParameters[Name][1]>
      : Name extends RawRule
        ? Written extends ''
          ? Usage<`${Name}:^[a-z]+$`>
          : `The pattern of "${Name}" is not valid: ${PatternFault<Written>}.`
        : Name extends keyof CustomRules
          ? CustomMessage<Name, Before, After>
          : `The rule "${Name}" takes no parameters.`;

type TableMessage<
  Name extends 'exists' | 'unique',
  Written extends string,
  Before extends string,
  After extends string,
> = Written extends ''
  ? Usage<ValueParameters[Name][1]>
  : Written extends `${infer Table},${string}`
    ? Table extends TableName
      ? NameAmong<`${Before}${Name}:${Table},`, ColumnName<Table>, After>
      : NameAmong<`${Before}${Name}:`, TableName, `${Behind<Written>}${After}`>
    : NameAmong<`${Before}${Name}:`, TableName, After>;

type Behind<Written extends string> = Written extends `${string},${infer Rest}` ? `,${Rest}` : '';

/** The rule text with each table or column that fits in that place. */
export type NameAmong<Before extends string, Names extends string, After extends string = ''> = {
  [Name in Names]: `${Before}${Name}${After}`;
}[Names];

type Usage<Example extends string> = `Write "${Example}".`;

/** The text with the parameters that a custom rule declares. */
type CustomMessage<
  Name extends string,
  Before extends string,
  After extends string,
> = Name extends keyof CustomRuleParameters
  ? CustomRuleParameters[Name] extends infer Shape
    ? Shape extends readonly (infer Each extends string)[]
      ? `${Before}${Name}:${Each}${After}`
      : Shape extends string
        ? `${Before}${Name}:${Shape}${After}`
        : never
    : never
  : never;

/** The first name that is not a field, with the text around it. */
type FieldMessage<
  Written extends string,
  Fields extends string,
  Before extends string,
  After extends string,
> = Written extends `${infer First},${infer Rest}`
  ? [UnknownField<Exclude<First, Fields>, Fields>] extends [never]
    ? FieldMessage<Rest, Fields, `${Before}${First},`, After>
    : FieldAmong<Before, Fields, `,${Rest}${After}`>
  : FieldAmong<Before, Fields, After>;
