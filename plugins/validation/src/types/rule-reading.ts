import type { PatternFault } from './pattern-fault.ts';
import type { CustomRuleParameters, CustomRules } from './rule-name.ts';
import type { BareRule, FieldParameters, One, ValueParameters, WrittenDate } from './rule-parameters.ts';
import type { SplitCommas } from './split-text.ts';
import type { ColumnName, TableName } from './table-names.ts';

/** A rule with an unknown name, or with parameters that it does not accept. */
export interface Wrong {
  readonly wrong: true;
}

/**
 * The facts about a rule string, in any map: the fields that it names, or `Wrong`; `never` for a correct rule without fields. It depends
 * only on the string, so the compiler evaluates each string once in a program.
 */
export type Reading<Part extends string> = Part extends BareRule | ''
  ? never
  : Part extends `${infer Name}:${infer Written}`
    ? Name extends keyof FieldParameters
      ? FieldsNamed<FieldParameters[Name], Written>
      : Name extends 'exists' | 'unique'
        ? TableReading<Name, Written>
        : Name extends keyof ValueParameters
          ? ValueReading<ValueParameters[Name][0], Written>
          : Name extends 'regex' | 'not_regex'
            ? [PatternFault<Written>] extends [never]
              ? never
              : Unless<Written>
            : Name extends keyof CustomRules
              ? CustomReading<Name, Written>
              : Unless<Name>
    : Part extends keyof CustomRules
      ? CustomReading<Part, ''>
      : Unless<Part>;

/** `Wrong`, unless the compiler does not know a part of the text. Such a text is checked at run time. */
type Unless<Text extends string> = {} extends Record<Text, true> ? never : Wrong;

type CustomReading<Name, Written extends string> = Name extends keyof CustomRuleParameters
  ? ValueReading<CustomRuleParameters[Name], Written>
  : never;

/** Does not read tables of other connections, and parameters after the column of `unique`. */
type TableReading<Name, Written extends string> = Written extends ''
  ? Wrong
  : Written extends `${string}.${string}`
    ? never
    : Written extends `${infer Table},${infer Columns}`
      ? Table extends TableName
        ? (Name extends 'unique' ? FirstOf<Columns> : SplitCommas<Columns>) extends ColumnName<Table> | ''
          ? never
          : Unless<Columns>
        : Unless<Table>
      : Written extends TableName
        ? never
        : Unless<Written>;

type FirstOf<Written extends string> = Written extends `${infer First},${string}` ? First : Written;

type ValueReading<Shape, Written extends string> = Written extends ''
  ? Wrong
  : [Shape] extends [readonly (infer Each)[]]
    ? SplitCommas<Written> extends Each
      ? never
      : Unless<Written>
    : [Shape] extends [One]
      ? Written extends `${string},${string}`
        ? Escaped<Written>
        : never
      : Written extends Shape
        ? never
        : Unless<Written>;

type Escaped<Written extends string> = Written extends `${string}\\${string}` ? never : Unless<Written>;

/** The fields that parameters name; `Wrong` when there are none. Does not read names with escapes. */
type FieldsNamed<Kind, Written extends string> = Written extends ''
  ? Wrong
  : Written extends `${string}\\${string}`
    ? never
    : Kind extends 'one'
      ? Written
      : Kind extends 'all'
        ? SplitCommas<Written>
        : Kind extends 'first'
          ? Written extends `${infer Field},${string}`
            ? Field
            : Unless<Written>
          : Kind extends 'size'
            ? Written extends `${number}`
              ? never
              : Written
            : Written extends `${string},${string}`
              ? Unless<Written>
              : Written extends WrittenDate
                ? never
                : Written;
