import type { RuleSpec, TypedRule } from '../rule-objects/rule-spec.ts';
import type { SplitText, Trim } from './split-text.ts';

/** Stands for rules that the compiler cannot read: plain strings, lists of any length, `Rule.when(...)`. */
export type Unread = '?';

/** The patterns, which may hold bars. */
export type RawRule = 'regex' | 'not_regex';

/** All rules of one field, as a union of their texts. Give it one alternative at a time: it does not tell "or" from "and". */
export type RuleTexts<Rules> = Rules extends string
  ? TextOrUnread<Rules, SplitText<Rules, RawRule>>
  : Rules extends readonly unknown[]
    ? ListTexts<Rules>
    : ObjectText<Rules>;

type TextOrUnread<Text extends string, Read extends string> = string extends Text ? Unread : Read;

/** The texts of a list; an entry that could be one of several is unread. */
type ListTexts<List extends readonly unknown[]> = number extends List['length']
  ? Unread
  : { [Index in keyof List]: IsUnion<List[Index]> extends true ? Unread : EntryText<List[Index]> }[number];

type EntryText<Entry> = Entry extends string ? TextOrUnread<Entry, Trim<Entry>> : RuleTexts<Entry>;

/** A rule object by its name. Those whose name is not a literal come from `Rule`, where none is a control such as `nullable`. */
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
