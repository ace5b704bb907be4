import type { InferValidated } from '../types/infer-validated.ts';
import type { RulesInput } from '../types/rules-input.ts';
import type { CheckedForm } from './form-faults.ts';
import type { FormRequest } from './form-request.ts';

/** What the rules of a form request guarantee, when `rules()` answers with `defineRules({...})` or `as const`. */
export type InferForm<Form extends { rules(...args: never[]): unknown }> = InferValidated<
  Awaited<ReturnType<Form['rules']>>
>;

/** A form request's class, as `validated()` takes it. */
export type FormClass = new () => FormRequest;

/** What `validated()` takes: the class of a form request, or rules. One signature, so that a typo is one error. */
export type FormOrRules<R> = R extends AnyClass ? ClassInput<R> : RulesInput<R>;

type AnyClass = abstract new (...given: never[]) => unknown;

/** A form that is no right one has its error where it is written. */
type ClassInput<R> = R extends FormClass ? CheckedForm<R> : R extends { readonly fields: object } ? R : FormClass;

/** What `validated()` gives for it: the bound form, or the valid data. */
export type ValidatedBy<R> = R extends AnyClass ? InstanceType<R> : InferValidated<R>;
