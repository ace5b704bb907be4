import type { InlineRule, RuleSpec, When } from '../language/rule-spec.ts';
import type { StandardSchema } from '../language/standard-schema.ts';
import type { Fault, PartMessage, RuleAmong, TextMessage } from './fault-message.ts';
import type { RuleName } from './rule-name.ts';
import type { Reading } from './rule-reading.ts';
import type { ObjectSchema } from './schema-input.ts';
import type { RawRule, SplitText, Trim } from './split-text.ts';

/** A rule of a field, or a list of them. The names let editors offer them. */
export type RuleEntry = RuleName | (string & {}) | RegExp | RuleSpec | When | InlineRule | readonly RuleEntry[];

/**
 * The type of rules; `R` is the literal map, in which a wrong rule does not compile, or a Standard Schema that gives an object. The compiler never takes the first branch. It contains
 * `R` unchanged, so that the compiler infers the literal map.
 */
export type RulesInput<R> = R extends never
  ? R
  : R extends NoMap
    ? EntryMap
    : R extends StandardSchema
      ? ObjectSchema<R>
      : CheckedMap<R>;

type NoMap = readonly unknown[] | string | number | bigint | boolean | symbol | null | undefined;

type EntryMap = Readonly<Record<string, RuleEntry>>;

/** Rules alone: a schema needs no `defineRules()`. */
export type RulesMapInput<R> = R extends StandardSchema ? EntryMap : RulesInput<R>;

/** Rules, or a schema for any value. */
export type AnyRulesOrSchema<R> = R extends StandardSchema ? R : RulesInput<R>;

/** The map itself, in which a correct text replaces every wrong one. */
type CheckedMap<R> = {
  readonly [Field in keyof R]: string extends Field ? unknown : CheckedField<R[Field], keyof R & string, R>;
};

/**
 * `RuleEntry` while the compiler has not inferred the rules yet, so that functions among them get the types of their
 * parameters.
 */
type CheckedField<Rules, Fields extends string, R = never> = [Rules] extends [never]
  ? RuleEntry
  : unknown extends Rules
    ? RuleEntry
    : Rules extends string
      ? CheckedText<Rules, SplitText<Rules, RawRule>, Fields>
      : Rules extends readonly unknown[]
        ? { readonly [Index in keyof Rules]: CheckedEntry<Rules[Index], Fields> }
        : Rules extends undefined
          ? Absent<R>
          : RuleEntry;

/** In a union of two maps, each has the fields of the other one as optional and undefined. */
type Absent<R> = [OptionalKey<R>] extends [never] ? RuleEntry : undefined;
type OptionalKey<R> = keyof { [Field in keyof R as {} extends Pick<R, Field> ? Field : never]: true };

/** The rules of one alternative of `Rule.anyOf([...])` or `Rule.when(...)`, in which no fields are known. */
export type CheckedRules<Rules> = CheckedField<Rules, string>;

type CheckedEntry<Rule, Fields extends string> = [Rule] extends [never]
  ? RuleEntry
  : Rule extends string
    ? CheckedPart<Rule, Trim<Rule>, Fields>
    : CheckedField<Rule, Fields>;

type CheckedText<Text extends string, Parts extends string, Fields extends string> = [
  Exclude<Reading<Parts>, Fields>,
] extends [never]
  ? Text extends `${string}|` | ''
    ? Text | RuleAmong<Text>
    : Text
  : [Fault<Parts, Fields>] extends [never]
    ? Text
    : TextMessage<Text, Fields>;

type CheckedPart<Text extends string, Part extends string, Fields extends string> = [Fault<Part, Fields>] extends [
  never,
]
  ? Text
  : PartMessage<Text, Fields>;

/** Members that lists, sets, dates, buffers, headers and promises have, and plain objects do not. */
interface NotBuiltIn {
  readonly [Symbol.iterator]?: never;
  readonly [Symbol.toStringTag]?: never;
  readonly [Symbol.toPrimitive]?: never;
}

/**
 * Data that `make()` reads: an object or a Map by its keys, a form, and requests of handlers, of Node and of the web. Lists, sets, dates,
 * buffers and promises have no fields. They do not compile, and throw `E_DATA_SHAPE`.
 */
export type DataInput =
  | Readonly<Record<string, unknown>>
  | (object & NotBuiltIn)
  | ReadonlyMap<unknown, unknown>
  | URLSearchParams
  | FormData
  | globalThis.Request;
