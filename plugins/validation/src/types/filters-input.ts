import type { FilterName } from './filter-name.ts';
import type { NameOf, SplitText, Trim } from './split-text.ts';

type Entry = FilterName | (string & {});

/** What authors write as filters; `F` is the literal map, in which a name that no filter bears does not compile. */
export type FiltersInput<F> = { readonly [Field in keyof F]: CheckedField<F[Field]> } & Readonly<
  Record<string, Entry | readonly Entry[]>
>;

type CheckedField<Filters> = Filters extends string
  ? Checked<Filters, NameOf<SplitText<Filters>>>
  : Filters extends readonly unknown[]
    ? { readonly [Index in keyof Filters]: CheckedEntry<Filters[Index]> }
    : Filters;

type CheckedEntry<Filter> = Filter extends string ? Checked<Filter, NameOf<Trim<Filter>>> : Filter;

type Checked<Text extends string, Name extends string> = [Unknown<Name>] extends [never]
  ? Text
  : Problem<Unknown<Name>>;

/** Names that no filter bears; those with a part unknown to the compiler are left to the run time. */
type Unknown<Name extends string> = Name extends FilterName | '' ? never : {} extends Record<Name, true> ? never : Name;

type Problem<Name extends string> =
  `Unknown filter "${Name}". FilterName has those there are; CustomFilters takes your own.`;
