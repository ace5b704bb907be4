import type { Context } from '@taproot/core';
import type { Data } from './data.ts';
import type { FilterMap } from './filters/apply-filters.ts';
import type { Prepared } from './form-request.ts';

/** What a validation may be given beside data and rules. */
export interface ValidationOptions<Filters = FilterMap> {
  /** Messages by `<field>.<rule>` or `<rule>`; size rules also by kind (`min.string`), fields also with wildcards. */
  readonly messages?: Readonly<Record<string, string>>;
  /** What fields are called in messages. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Conversions before the rules: `{ name: 'trim|lower' }`. */
  readonly filters?: Filters;
  /** Changes the input before filters and rules. An error that it throws or returns rejects the validation. */
  prepareForValidation?(ctx: Context | null, data: Data): Prepared | Promise<Prepared>;
}
