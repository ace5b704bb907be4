import type { Kind } from './built-in-rules.ts';
import type { SplitCommas } from './split-text.ts';

/** The values that `in:a,b` names, as text and as what compares equal to that text; `never` without such a rule. */
export type Choice<Text extends string> = Text extends `in:${infer Values}` ? ChoiceOf<Values> : never;

// Does not read texts with an escaped comma, or with a part that the compiler does not know.
type ChoiceOf<Values extends string> = string extends Values
  ? Any
  : Values extends `${string}\\${string}`
    ? Any
    : Comparable<SplitCommas<Values>>;

type Any = string | number | boolean;

/** Values are compared as text: the number 1 is `1`, true is `true`. */
type Comparable<Text extends string> =
  | Text
  | NumberOf<Text>
  | (Text extends `${infer Truth extends boolean}` ? Truth : never);

/** The number with this text. No number has the text `1.0`. */
type NumberOf<Text extends string> = Text extends `${infer Value extends number}`
  ? number extends Value
    ? never
    : Value
  : never;

/** The numbers that `in:1,2` names, for fields whose strings become numbers: `1.0` does, too. `never` without such a rule. */
export type NumberChoice<Text extends string> = Text extends `in:${infer Values}` ? NumbersIn<Values> : never;

type NumbersIn<Values extends string> = string extends Values ? number : NumberIn<SplitCommas<Values>>;

type NumberIn<Text extends string> = Text extends `${infer Value extends number}` ? Value : never;

/** The kinds in a text of `AnyOfText`. */
export type KindsNamed<Written extends string> = Written extends 'unknown'
  ? unknown
  : Extract<SplitCommas<Written>, Kind>;
