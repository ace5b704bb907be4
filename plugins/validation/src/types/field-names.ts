import type { RuleName } from './rule-name.ts';
import type { IsSchema } from './schema-input.ts';
import type { NameOf, RuleTexts } from './split-text.ts';

/**
 * The names that are not fields of the rules map; passes `Wrong` on. Fields are also the parents of fields (`user` of `user.name`), entries
 * of lists (`items.0.id` of `items.*.id`), and everything below a field whose content has no rules. It does not read maps with escaped
 * keys, and names with a part that the compiler does not know.
 */
export type UnknownField<Named, Fields extends string> = Named extends string
  ? [Extract<Fields, `${string}\\${string}`>] extends [never]
    ? IsWithin<Named, Fields> extends true
      ? never
      : {} extends Record<Named, true>
        ? never
        : Named
    : never
  : Named;

type IsWithin<Named extends string, Fields extends string> = [Extract<Fields, `${Named}.${string}`>] extends [never]
  ? Named extends Entry<Fields>
    ? true
    : IsBelow<Named, Fields>
  : true;

type IsBelow<Named extends string, Fields extends string> = true extends BelowOne<Named, Fields, Fields> ? true : false;

type BelowOne<Named extends string, Field extends string, Fields extends string> = Field extends unknown
  ? Named extends `${Field}.${string}`
    ? [Extract<Fields, `${Field}.${string}`>] extends [never]
      ? true
      : never
    : never
  : never;

/** Every name of a field in messages: also entries of lists by number, and the parents of the field. */
export type FieldName<R> =
  IsSchema<R> extends true ? string : string extends keyof R ? string : Named<keyof R & string>;

type Named<Field extends string> = Field extends `${string}\\${string}` ? string : Entry<Field> | Holder<Field>;

/** The path with any key in place of each star. */
export type Entry<Field extends string> = Field extends '*'
  ? string
  : Field extends `*.${infer Rest}`
    ? `${string}.${Entry<Rest>}`
    : Field extends `${infer Head}.*.${infer Rest}`
      ? `${Head}.${string}.${Entry<Rest>}`
      : Field extends `${infer Head}.*`
        ? `${Head}.${string}`
        : Field;

/** The parents of a field: `user` and `user.address` for `user.address.city`. */
type Holder<Field extends string, Outer extends string = ''> = Field extends `${infer Head}.${infer Rest}`
  ? Entry<`${Outer}${Head}`> | Holder<Rest, `${Outer}${Head}.`>
  : never;

/** The display names of fields, by a name of `FieldName`; the field with which `confirmed` compares may have one, too. */
export type AttributesInput<R> = TextsFor<FieldName<R> | Confirmation<R>>;

type Confirmation<R> = `${FieldName<R>}_confirmation`;

/** Messages by field and rule, or by rule: `title.max`, `tags.*.string`, `max`; also by kind: `title.max.string`. */
export type MessagesInput<R> =
  IsSchema<R> extends true
    ? Readonly<Record<string, string>>
    : string extends keyof R
      ? Readonly<Record<string, string>>
      : TextsFor<FieldMessage<R>> & RuleMessages;

/** A separate type, so that compile errors show the keys of the fields instead of those of all rules. */
type TextsFor<Key extends string> = { readonly [Name in Key]?: string };
interface RuleMessages extends TextsFor<RuleMessage<RuleName | 'any_of' | 'inline'>> {}

type FieldMessage<R> = { [Field in keyof R & string]: MessageOf<Field, NameOf<RuleTexts<R[Field]>>> }[keyof R & string];

/** A field with a function, or with rules that are not read, may have messages with any name. */
type MessageOf<Field extends string, Name extends string> = Field extends `${string}\\${string}`
  ? string
  : `${Field | Entry<Field>}.${'' extends Name ? string : '?' extends Name ? string : RuleMessage<Name | Canonical<Name>>}`;

type RuleMessage<Name extends string> = Name | `${Extract<Name, Sized>}.${'string' | 'numeric' | 'array' | 'file'}`;

type Sized =
  | ('size' | 'min' | 'max' | 'between' | 'gt' | 'gte' | 'lt' | 'lte')
  | ('len' | 'min_len' | 'max_len' | 'gt_field' | 'gte_field' | 'lt_field' | 'lte_field');

/** Messages for an alias are also searched under the rule's first name. */
interface FirstNames {
  int: 'integer';
  bool: 'boolean';
  slice: 'list';
  mac: 'mac_address';
  number: 'numeric';
  full_url: 'url';
  len: 'size';
  min_len: 'min';
  max_len: 'max';
  gt_field: 'gt';
  gte_field: 'gte';
  lt_field: 'lt';
  lte_field: 'lte';
  eq_field: 'same';
  ne_field: 'different';
  lt_date: 'before';
  lte_date: 'before_or_equal';
  gt_date: 'after';
  gte_date: 'after_or_equal';
}

type Canonical<Name extends string> = Name extends keyof FirstNames ? FirstNames[Name] : never;
