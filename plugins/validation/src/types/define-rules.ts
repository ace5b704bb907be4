import type { RulesInput } from './rules-input.ts';

/** The rules as they are, checked by the compiler and with their literal type: for form requests and rules kept apart. */
export const defineRules = <const R>(rules: RulesInput<R>): R => rules as unknown as R;
