import type { Context } from '@taproot/core';
import type { InferSchemaOutput, StandardSchema } from '../language/standard-schema.ts';
import type { OptionsInput, ValidationOptions } from '../options.ts';
import type { InferValidated } from '../types/infer-validated.ts';
import type { RulesInput } from '../types/rules-input.ts';
import type { SchemaOfNoObject } from '../types/schema-input.ts';
import type { FormRequest } from './form-request.ts';
import { type RuledBy, ruledClass } from './ruled-form.ts';

/** The class that `formRequest()` makes: its objects have a property for each field that the rules name. */
export interface FormRequestOf<R> {
  new (): MembersOf<RulesOf<R>>;
  /** Empty, because each field goes to the property with the same name. */
  readonly fields: Readonly<Record<string, never>>;
}

type RulesMap = Readonly<Record<string, unknown>>;

/** The members of a form request, with the rules that it was made from. */
export interface RuledMembers<R extends RulesMap> extends FormRequest {
  /** The rules that `formRequest()` got. */
  rules(ctx: Context): R | Promise<R>;
}

/** The members of a form request that was made from a schema. */
export interface SchemaMembers<S extends StandardSchema> extends FormRequest {
  /** The schema that `formRequest()` got. */
  rules(ctx: Context): S;
}

type MembersOf<R> = R extends StandardSchema ? SchemaMembers<R> & InferSchemaOutput<R> : RuledMembersOf<R>;

type RuledMembersOf<R> = R extends RulesMap ? RuledMembers<R> & InferValidated<R> : RuledMembers<RulesMap>;
type Maker = (...given: never[]) => unknown;

/** The rules, or those that a function makes for a request. */
type RulesOf<R> = R extends StandardSchema ? R : R extends (...given: never[]) => infer Made ? Awaited<Made> : R;

/** The argument of `formRequest()`: rules, or a function that makes them. The compiler never takes the first branch, as in `RulesInput`. */
export type FormRules<R> = R extends never
  ? R
  : R extends StandardSchema
    ? SchemaNamed<R, Extract<keyof InferSchemaOutput<R>, TakenName>>
    : R extends Maker
      ? MakesRules<RulesOf<R>>
      : RulesInput<R> & Named<R>;

/** The fields of a schema become members of the form, so they cannot have the names of its methods. */
type SchemaNamed<S extends StandardSchema, Clash> =
  RulesInput<S> extends SchemaOfNoObject<unknown>
    ? RulesInput<S>
    : [Clash] extends [never]
      ? RulesInput<S>
      : NameTaken<Clash>;

type MakesRules<Made> = (
  ctx: Context,
) => string extends Made[keyof Made] ? RulesNotLiteral : Named<Made> | Promise<Named<Made>>;

/** Rules of a function whose strings the compiler does not know. */
export interface RulesNotLiteral {
  readonly 'return the rules through defineRules({ ... }), which keeps their strings': true;
}

/** A field whose name is that of a form's member, or could be. */
export interface NameTaken<Field> {
  readonly 'every form request has a member of the name': Field;
}

type Named<R> = { readonly [Field in keyof R as Field extends Taken ? Field : never]: NameTaken<Field> };

type TakenName = keyof FormRequest | keyof typeof Object.prototype | '*';
type Taken = TakenName | `${TakenName}.${string}`;

/**
 * The class of a form request, made from its rules or from a Standard Schema. The fields and their types come from the rules, so you write them only once. `options`
 * are those of `validated()`. When rules depend on the request, give a function that returns `defineRules({ ... })`.
 * @throws E_FORM_NAME for a field with the name of a method, E_RULE_PARAMETERS, E_RULE_SHAPE and E_FIELD_PATH.
 * @example class StorePost extends formRequest({ title: 'required|string|max:120' }, { filters: { title: 'trim' } }) {}
 */
export const formRequest = <const R, const F>(
  rules: FormRules<R>,
  options?: OptionsInput<RulesOf<R>, F>,
): FormRequestOf<R> =>
  // The casts are safe, because the compiler has read the same rules that the class runs.
  ruledClass(
    rules as unknown as RuledBy | StandardSchema,
    (options ?? {}) as ValidationOptions,
  ) as unknown as FormRequestOf<R>;
