import type { RuleSpec, TypedRule } from '../language/rule-spec.ts';

/** Stands for rules that the compiler cannot read: plain strings, lists of any length, `Rule.when(...)`. */
export type Unread = '?';

/** The rules with patterns, which may contain bars. */
export type RawRule = 'regex' | 'not_regex';

/**
 * All rules of one field, as a union of strings. Pass one alternative at a time, because a union does not distinguish
 * "or" from "and".
 */
export type RuleTexts<Rules> = Rules extends string
  ? TextOrUnread<Rules, SplitText<Rules, RawRule>>
  : Rules extends readonly unknown[]
    ? ListTexts<Rules>
    : ObjectText<Rules>;

type TextOrUnread<Text extends string, Read extends string> = string extends Text ? Unread : Read;

/** The strings of a list; does not read an entry with several possible values. */
type ListTexts<List extends readonly unknown[]> = number extends List['length']
  ? Unread
  : { [Index in keyof List]: IsUnion<List[Index]> extends true ? Unread : EntryText<List[Index]> }[number];

type EntryText<Entry> = Entry extends string ? TextOrUnread<Entry, Trim<Entry>> : RuleTexts<Entry>;

/** The name of a rule object. Objects without a literal name come from `Rule`, which makes no control rules such as `nullable`. */
type ObjectText<Entry> = Entry extends RegExp
  ? 'regex:'
  : Entry extends (...args: never[]) => unknown
    ? ''
    : Entry extends RuleSpec
      ? string extends Entry['rule']
        ? SaidBy<Entry>
        : Entry['rule']
      : Unread;

type SaidBy<Entry> = Entry extends TypedRule<infer Text> ? (string extends Text ? '' : Text) : '';

type IsUnion<Type, All = Type> = Type extends unknown ? ([All] extends [Type] ? false : true) : never;

/** The white space that is removed around a rule. */
export type Blank = ' ' | '\n' | '\r' | '\t';

/** A string without spaces before it. */
export type TrimStart<Text extends string> = Text extends `${Blank}${infer Rest}` ? TrimStart<Rest> : Text;
type TrimEnd<Text extends string> = Text extends `${infer Rest}${Blank}` ? TrimEnd<Rest> : Text;

/** A string without spaces around it. */
export type Trim<Text extends string> = TrimEnd<TrimStart<Text>>;

/**
 * The parts between the bars of a text, as a union: `'required|max:3'` is `'required' | 'max:3'`. As at run time, `\|` does not split, and
 * a part whose name is one of `Raw` extends to the end.
 */
export type SplitText<
  Text extends string,
  Raw extends string = never,
  Found extends string = never,
  Open extends string = '',
> = Text extends `${infer Head}|${infer Tail}`
  ? TrimStart<`${Open}${Head}`> extends `${Raw}:${string}`
    ? Found | Trim<`${Open}${Text}`>
    : Head extends `${infer Kept}\\`
      ? SplitText<Tail, Raw, Found, `${Open}${Kept}|`>
      : SplitText<Tail, Raw, Found | Trim<`${Open}${Head}`>>
  : Found | Trim<`${Open}${Text}`>;

/** The part before the first colon: `'max'` of `'max:3'`. */
export type NameOf<Text extends string> = Text extends `${infer Name}:${string}` ? Name : Text;

/** The parts between commas, as a union. Takes eight at a time, because the compiler limits recursion to a thousand levels. */
export type SplitCommas<
  Text extends string,
  Found extends string = never,
> = Text extends `${infer A},${infer B},${infer C},${infer D},${infer E},${infer F},${infer G},${infer H},${infer Rest}`
  ? SplitCommas<Rest, Found | A | B | C | D | E | F | G | H>
  : Text extends `${infer First},${infer Rest}`
    ? SplitCommas<Rest, Found | First>
    : Found | Text;
