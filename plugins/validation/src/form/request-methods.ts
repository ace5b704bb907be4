import type { Application, Context, RequestMethods } from '@taproot/core';
import { isSchema } from '../language/standard-schema.ts';
import type { OptionsInput } from '../options.ts';
import type { FieldName, InferRaw, RulesInput } from '../types/index.ts';
import type { MessageOptions, UniqueFields } from '../unique-violation.ts';
import type { ValidationErrors } from '../validation-errors.ts';
import type { Validator } from '../validator.ts';
import { checkFormObject } from './check-form.ts';
import { FormRequest } from './form-request.ts';
import type { CheckedFormObject, FormClass, FormOrRules, ValidatedBy } from './form-types.ts';
import { authorizeForm, bindForm, validatedForm, validateForm } from './validate-form.ts';

declare module '@taproot/core' {
  interface RequestMethods {
    /**
     * Validates everything the client sent: route parameters, query, body and files. Rejects with 400 (`E_BODY_SHAPE`) when the body is a
     * list or a single value, because it has no fields.
     */
    validate<const R, const F>(
      rules: RulesInput<R>,
      options?: OptionsInput<R, F>,
    ): Promise<Validator<InferRaw<R>, FieldName<R>>>;
    /**
     * Alias of {@link validated} for a form request that you created: it binds the input into it, and gives the errors, or null,
     * in place of a 422. Rejects with the error of `authorize`.
     */
    validateRequest<Form extends FormRequest>(form: Form & CheckedFormObject<Form>): Promise<ValidationErrors | null>;
    /**
     * Resolves to the valid data with the types of their rules; for the class of a form request, to the bound form. Rejects with 422 and
     * the messages, with 403, or with 400 (`E_BODY_SHAPE`) when the body is a list or a single value.
     */
    validated<const R, const F>(rules: FormOrRules<R>, options?: OptionsInput<R, F>): Promise<ValidatedBy<NoInfer<R>>>;
    /**
     * Runs `write`. If a unique constraint refuses it, rejects like the rule `unique`: 422 with the message for the field. `fields` names
     * the column of each field: `{ slug: 'posts.slug' }`. If you pass a form request, its messages are used.
     * @throws E_VALIDATION_FAILED (422) for a value that is taken.
     */
    unique<Result>(
      fields: UniqueFields,
      write: () => Promise<Result>,
      wording?: FormRequest | MessageOptions,
    ): Promise<Result>;
  }
}

export type { FormClass } from './form-types.ts';

// Schemas of some libraries are functions.
const isFormClass = (rules: unknown): rules is FormClass => typeof rules === 'function' && !isSchema(rules);

const wordingOf = (form: FormRequest, ctx: Context): MessageOptions => ({
  messages: form.messages(ctx),
  attributes: form.attributes(ctx),
});

/** The methods that validation adds to `ctx.request()`. */
export const requestMethods = {
  validate:
    (ctx: Context, app: Application): RequestMethods['validate'] =>
    (rules, options) =>
      app.facades.Validation().validateRequest(ctx, rules, options),

  validateRequest:
    (ctx: Context, app: Application): RequestMethods['validateRequest'] =>
    async (form) => {
      checkFormObject(form);
      await authorizeForm(ctx, form);
      const validator = await validateForm(app.facades.Validation(), ctx, form);
      if (validator.fails()) return validator.errors();
      bindForm(validator, form);
      return null;
    },

  validated: (ctx: Context, app: Application): RequestMethods['validated'] => {
    function validated<const R, const F>(
      rules: FormOrRules<R>,
      options?: OptionsInput<R, F>,
    ): Promise<ValidatedBy<NoInfer<R>>>;
    function validated(rules: FormClass | Readonly<Record<string, unknown>>, options?: object) {
      if (isFormClass(rules)) return validatedForm(app.facades.Validation(), ctx, rules);
      return app.facades.Validation().validated(ctx, rules, options);
    }
    return validated;
  },

  unique:
    (ctx: Context, app: Application): RequestMethods['unique'] =>
    (fields, write, wording) =>
      app.facades
        .Validation()
        .unique(ctx, fields, write, wording instanceof FormRequest ? wordingOf(wording, ctx) : wording),
};
