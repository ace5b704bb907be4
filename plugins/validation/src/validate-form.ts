import { type Context, ForbiddenError, FrameworkError } from '@taproot/core';
import type { FormRequest } from './form-request.ts';
import type { ValidationOptions } from './options.ts';
import type { Validation } from './validation.ts';
import type { Validator } from './validator.ts';

/** Validates a request by the rules of a form; `authorize` was asked before. */
export const validateForm = (validation: Validation, ctx: Context, form: FormRequest): Promise<Validator> => {
  // Rules are read before the input is prepared, as authors of form requests expect.
  const rules = form.rules(ctx);
  const options: ValidationOptions = {
    filters: form.filters(ctx),
    messages: form.messages(ctx),
    attributes: form.attributes(ctx),
    prepareForValidation: (_ctx, data) => form.prepareForValidation(ctx, data),
  };
  return validation.validateRequest(ctx, rules, options);
};

/** Binds valid input into the fields that the form declares. */
export const bindForm = <Form extends FormRequest>(validator: Validator, form: Form): Form => {
  const { fields } = form.constructor as typeof FormRequest;
  return validator.bind(form, fields);
};

/** Rejects with the error of `authorize`; 403 when it only said no. */
export const authorizeForm = async (ctx: Context, form: FormRequest): Promise<void> => {
  const answer = await form.authorize(ctx);
  if (answer === false) throw new ForbiddenError();
  if (answer instanceof Error) throw answer;
};

/** An error of `authorize` as a client may see it: 403, unless it says otherwise itself. */
export const asForbidden = (error: unknown): FrameworkError =>
  error instanceof FrameworkError ? error : new ForbiddenError(undefined, { cause: error });
