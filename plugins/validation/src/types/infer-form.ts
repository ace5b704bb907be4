import type { InferValidated } from './infer-validated.ts';

/** What the rules of a form request guarantee, when `rules()` answers with `defineRules({...})` or `as const`. */
export type InferForm<Form extends { rules(...args: never[]): unknown }> = InferValidated<
  Awaited<ReturnType<Form['rules']>>
>;
