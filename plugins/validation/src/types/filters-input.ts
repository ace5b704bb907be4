import type { UnknownField } from './field-names.ts';
import type { FilterName } from './filter-name.ts';
import type { NameOf, SplitText, Trim } from './split-text.ts';

type FilterEntry = FilterName | (string & {});

/**
 * The type of filters; `F` is the literal map. An unknown filter does not compile. A field without rules does not compile either, if
 * `Fields` are those of a rules map. The compiler never takes the first branch, as in `RulesInput`.
 */
export type FiltersInput<F, Fields extends string = string> = F extends never
  ? F
  : CheckedFilters<F, Fields> & FilterOffers<Fields>;

/** Fields without rules are left out, so that they are unknown properties here. */
type CheckedFilters<F, Fields extends string> = {
  readonly [Field in keyof F as Known<Field, Fields>]: string extends Field ? unknown : CheckedField<F[Field]>;
};

type Known<Field, Fields extends string> = Field extends string
  ? [UnknownField<Exclude<Field, Fields>, Fields>] extends [never]
    ? Field
    : never
  : never;

/** Editors offer these, and the compiler names the nearest. */
type FilterOffers<Fields extends string> = { readonly [Field in Fields]?: FilterEntry | readonly FilterEntry[] };

type CheckedField<Filters> = Filters extends string
  ? CheckedText<Filters, NameOf<SplitText<Filters>>>
  : Filters extends readonly unknown[]
    ? { readonly [Index in keyof Filters]: CheckedEntry<Filters[Index]> }
    : FilterEntry | readonly FilterEntry[];

type CheckedEntry<Filter> = Filter extends string
  ? [Unknown<NameOf<Trim<Filter>>>] extends [never]
    ? Filter
    : FilterName
  : FilterName;

type CheckedText<Text extends string, Name extends string> = [Unknown<Name>] extends [never]
  ? Text extends `${string}|` | ''
    ? Text | FilterAmong<Text>
    : Text
  : TextMessage<Text>;

/** Unknown names. Names with a part that the compiler does not know are checked at run time. */
type Unknown<Name extends string> = Name extends FilterName | '' ? never : {} extends Record<Name, true> ? never : Name;

/** The text with each filter that fits in place of the first unknown one. */
type TextMessage<Text extends string, Before extends string = ''> = Text extends `${infer Head}|${infer Rest}`
  ? [Unknown<NameOf<Trim<Head>>>] extends [never]
    ? TextMessage<Rest, `${Before}${Head}|`>
    : FilterAmong<Before, `|${Rest}`>
  : FilterAmong<Before>;

type FilterAmong<Before extends string, After extends string = ''> = {
  [Name in FilterName]: `${Before}${Name}${After}`;
}[FilterName];
