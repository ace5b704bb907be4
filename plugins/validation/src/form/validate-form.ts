import { type Context, ForbiddenError, FrameworkError } from '@taproot/core';
import { isPromise } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { bindInput } from '../input/bind-input.ts';
import { isSchema, type StandardSchema } from '../language/standard-schema.ts';
import type { ValidationOptions } from '../options.ts';
import type { Validation } from '../validation.ts';
import type { Validator } from '../validator.ts';
import { checkForm, checkFormClass, checkFormMessages, checkSchemaForm, formFields, formName } from './check-form.ts';
import type { FormRequest } from './form-request.ts';
import { bindRuled, bindSchema, RuledForm, SchemaForm } from './ruled-form.ts';

/** Validates a request with the rules of a form. Call `authorizeForm()` first. */
export const validateForm = (validation: Validation, ctx: Context, form: FormRequest): Promise<Validator> => {
  // Reads the rules before the input is prepared, as developers of form requests expect.
  if (typeof form.rules !== 'function')
    throw errors.E_FORM_RULES({ form: formName(form), reason: 'it has no method rules()' });
  const rules = form.rules(ctx);
  if (isPromise(rules)) return rules.then((given) => validateBy(validation, ctx, form, given));
  return validateBy(validation, ctx, form, rules);
};

const validateBy = (
  validation: Validation,
  ctx: Context,
  form: FormRequest,
  rules: Readonly<Record<string, unknown>> | StandardSchema,
): Promise<Validator> => {
  const options: ValidationOptions = {
    filters: form.filters(ctx),
    messages: form.messages(ctx),
    attributes: form.attributes(ctx),
    prepareForValidation: (_ctx, data) => form.prepareForValidation(ctx, data),
  };
  if (isSchema(rules)) return validation.validateBySchema(ctx, checkSchemaForm(form, rules), options);
  const checked = checkForm(form, rules);
  checkFormMessages(form, checked, options.messages ?? {});
  return validation.validateTyped(ctx, checked, options);
};

/** Binds valid input into the properties of the form that have rules; the others keep their defaults. */
export const bindForm = <Form extends FormRequest>(validator: Validator, form: Form): Form =>
  form instanceof SchemaForm
    ? bindSchema(form, validator.validated())
    : form instanceof RuledForm
      ? bindRuled(form, validator.validated())
      : bindInput(form, validator.validated(), formFields(form));

/** Rejects with the error of `authorize`; with 403 when it returned false. */
export const authorizeForm = async (ctx: Context, form: FormRequest): Promise<void> => {
  const answer = await form.authorize(ctx);
  if (answer === false) throw new ForbiddenError();
  if (answer instanceof Error) throw answer;
};

/** A form request of this class, bound; rejects with 422 and the messages, or with 403. */
export const validatedForm = async (
  validation: Validation,
  ctx: Context,
  formClass: new () => FormRequest,
): Promise<FormRequest> => {
  checkFormClass(formClass);
  const form = new formClass();
  await authorizeForm(ctx, form).catch((error: unknown) => {
    throw asForbidden(error);
  });
  return bindForm(await validateForm(validation, ctx, form), form);
};

/** The error of `authorize` for the client: 403, unless it has its own status. */
const asForbidden = (error: unknown): FrameworkError =>
  error instanceof FrameworkError ? error : new ForbiddenError(undefined, { cause: error });
