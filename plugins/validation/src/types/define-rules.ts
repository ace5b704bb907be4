import { checkBuiltIn } from '../compile/check-built-in.ts';
import type { FiltersInput } from './filters-input.ts';
import type { RulesInput } from './rules-input.ts';

/** The filters as they are, checked by the compiler and with their literal type: for form requests. */
export const defineFilters = <const F>(filters: FiltersInput<F>): F =>
  // What passed the check is the map itself; the compiler does not follow that through a generic type.
  filters as unknown as F;

/**
 * Returns the rules unchanged, checked by the compiler and with their literal type: for form requests and rules in a
 * place of their own. The parameters of built-in rules are checked at once.
 *
 * @throws E_RULE_PARAMETERS, E_RULE_SHAPE and E_FIELD_PATH for rules that can never be used.
 */
export const defineRules = <const R>(rules: RulesInput<R>): R => {
  checkBuiltIn(rules);
  // What passed the check is the map itself; the compiler does not follow that through a generic type.
  return rules as unknown as R;
};
