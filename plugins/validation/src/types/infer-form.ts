import type { InferValidated } from './infer-validated.ts';

/** What the rules of a form request guarantee of its input, when `rules()` answers with `defineRules({...})`. */
export type InferForm<Form extends { rules(...args: never[]): unknown }> = InferValidated<ReturnType<Form['rules']>>;
