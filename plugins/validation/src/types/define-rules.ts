import type { RulesInput } from './rules-input.ts';

/** The rules as they are, checked by the compiler and with their literal type: for form requests and rules kept apart. */
export const defineRules = <const R>(rules: RulesInput<R>): R =>
  // What passed the check is the map itself; the compiler does not follow that through a generic type.
  rules as unknown as R;
