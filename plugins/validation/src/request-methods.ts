import type { Context, RequestMethods } from '@taproot/core';
import type { FormRequest } from './form-request.ts';
import type { ValidationOptions } from './options.ts';
import type { FiltersInput, InferValidated, RulesInput } from './types/index.ts';
import { asForbidden, authorizeForm, bindForm, validateForm } from './validate-form.ts';
import type { Validation } from './validation.ts';
import type { ValidationErrors } from './validation-errors.ts';
import type { Validator } from './validator.ts';

declare module '@taproot/core' {
  interface RequestMethods {
    /** Validates everything the client sent: route parameters, query, body and files. */
    validate<const R, const F>(
      rules: RulesInput<R>,
      options?: ValidationOptions<FiltersInput<F>>,
    ): Promise<Validator<InferValidated<R>>>;
    /** Validates by a form request and binds the input into it; the errors, or null. Rejects with the error of `authorize`. */
    validateRequest(form: FormRequest): Promise<ValidationErrors | null>;
    /** The bound form; rejects with 422 and the messages, or with 403. */
    validated<Form extends FormRequest>(form: new () => Form): Promise<Form>;
    /** The valid data; rejects with 422 and the messages. */
    validated<const R, const F>(
      rules: RulesInput<R>,
      options?: ValidationOptions<FiltersInput<F>>,
    ): Promise<InferValidated<R>>;
  }
}

/** A form request's class, as `validated()` takes it. */
export type FormClass = new () => FormRequest;

const isFormClass = (rules: unknown): rules is FormClass => typeof rules === 'function';

/** The methods that validation adds to `ctx.request()`. */
export const requestMethods = (validation: Validation) => ({
  validate:
    (ctx: Context): RequestMethods['validate'] =>
    (rules, options) =>
      validation.validateRequest(ctx, rules, options),

  validateRequest:
    (ctx: Context): RequestMethods['validateRequest'] =>
    async (form) => {
      await authorizeForm(ctx, form);
      const validator = await validateForm(validation, ctx, form);
      if (validator.fails()) return validator.errors();
      bindForm(validator, form);
      return null;
    },

  validated:
    (ctx: Context) => async (rules: FormClass | Readonly<Record<string, unknown>>, options?: ValidationOptions) => {
      if (!isFormClass(rules)) return (await validation.validateRequest(ctx, rules, options)).validated();
      const form = new rules();
      await authorizeForm(ctx, form).catch((error: unknown) => {
        throw asForbidden(error);
      });
      return bindForm(await validateForm(validation, ctx, form), form);
    },
});
