import type { InferValidated } from '../types/infer-validated.ts';
import type { RulesInput } from '../types/rules-input.ts';
import type { CheckedForm } from './form-faults.ts';
import type { FormRequest } from './form-request.ts';

/** The type that the rules of a form request guarantee, when `rules()` returns `defineRules({...})` or is `as const`. */
export type InferForm<Form extends { rules(...args: never[]): unknown }> = InferValidated<
  Awaited<ReturnType<Form['rules']>>
>;

/** A form request's class, as `validated()` takes it. */
export type FormClass = new () => FormRequest;

/**
 * The argument of `validated()`: the class of a form request, or rules. One signature, so that a typing error gives one compile
 * error.
 */
export type FormOrRules<R> = R extends AnyClass ? ClassInput<R> : RulesInput<R>;

type AnyClass = abstract new (...given: never[]) => unknown;

/** An invalid form class is a compile error where it is written. */
type ClassInput<R> = R extends FormClass ? CheckedForm<R> : R extends { readonly fields: object } ? R : FormClass;

/** The result of `validated()`: the bound form, or the valid data. */
export type ValidatedBy<R> = R extends AnyClass ? InstanceType<R> : InferValidated<R>;
