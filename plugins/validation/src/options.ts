import type { Context } from '@taproot/core';
import type { Data } from './data.ts';
import type { FilterMap } from './filters/apply-filters.ts';
import type { AttributesInput, FiltersInput, MessagesInput } from './types/index.ts';
import type { IsSchema, OptionsFor } from './types/schema-input.ts';

/** The result of `prepareForValidation`: an error ends the validation. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- most only change the data and return nothing
export type Prepared = Error | null | undefined | void;

type TextMap = Readonly<Record<string, string>>;

/** Options of a validation besides data and rules. */
export interface ValidationOptions<Filters = FilterMap, Messages = TextMap, Attributes = TextMap> {
  /** Messages by `<field>.<rule>` or `<rule>`; size rules also by kind (`min.string`). Fields may have wildcards. */
  readonly messages?: Messages;
  /** The names of fields in messages. */
  readonly attributes?: Attributes;
  /** Filters that run before the rules: `{ name: 'trim|lower' }`. */
  readonly filters?: Filters;
  /** Changes the input before filters and rules. An error that it throws or returns rejects the validation. */
  prepareForValidation?(ctx: Context | null, data: Data): Prepared | Promise<Prepared>;
}

/** Like `ValidationOptions`, for a literal map of rules: a field without rules does not compile. */
export type OptionsInput<R, F> = ValidationOptions<
  FiltersInput<F, FieldsOf<NoInfer<R>>>,
  MessagesInput<NoInfer<R>>,
  AttributesInput<NoInfer<R>>
> &
  OptionsFor<NoInfer<R>>;

type FieldsOf<R> = IsSchema<R> extends true ? string : string extends keyof R ? string : keyof R & string;
