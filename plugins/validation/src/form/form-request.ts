import type { Context } from '@taproot/core';
import type { Data } from '../data.ts';
import type { FilterMap } from '../filters/apply-filters.ts';
import type { StandardSchema } from '../language/standard-schema.ts';
import type { Prepared } from '../options.ts';

/** The result of `authorize`: nothing or true allows; false or an error refuses. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- an authorize() that only throws returns nothing
export type Authorization = boolean | Error | null | undefined | void;

type FormRules = Readonly<Record<string, unknown>> | StandardSchema;

/**
 * The input of one kind of request: who may send it, its rules, and, as properties of the class, its values. A property with rules gets the
 * valid input. A property without rules keeps its default, whatever the client sends. The rule `''` accepts any value. `static fields = {
 * title: 'post_title' }` maps a property to an input with another name.
 */
export abstract class FormRequest {
  /**
   * Input fields of properties with another name: `{ title: 'post_title' }`. None by default.
   * @throws E_FORM_FIELD for a name that is not a property.
   */
  static readonly fields: Readonly<Record<string, string>> = {};

  /** Throws, or returns false or an error, when the request is not allowed. */
  authorize(_ctx: Context): Authorization | Promise<Authorization> {
    return true;
  }

  /** Returns the rules, or a Standard Schema. May be async, for example if a rule depends on the user: `Rule.unique('users', 'email').ignore(await ...)`. */
  abstract rules(ctx: Context): FormRules | Promise<FormRules>;

  /** Filters by field, which change the input before the rules see it: `{ title: 'trim' }`. None by default. */
  filters(_ctx: Context): FilterMap {
    return {};
  }

  /** Your own messages by field and rule: `{ 'title.required': 'A post needs a title.' }`. None by default. */
  messages(_ctx: Context): Readonly<Record<string, string>> {
    return {};
  }

  /** Names of fields in messages: `{ email: 'e-mail address' }`. None by default. */
  attributes(_ctx: Context): Readonly<Record<string, string>> {
    return {};
  }

  /** Changes the input before filters and rules. An error that it throws or returns rejects the validation. */
  prepareForValidation(_ctx: Context, _data: Data): Prepared | Promise<Prepared> {}
}
