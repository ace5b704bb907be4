import { didYouMean } from '@taproot/core/plugin';
import type { RuleCall } from './rule.ts';

/**
 * Refuses an option that a rule does not have, and names the closest one. `whole` is the parameter that contains it.
 */
export const refuseOption = (
  { fail }: Pick<RuleCall, 'fail'>,
  given: string,
  allowed: readonly string[],
  whole: string = given,
): never => {
  const [only] = allowed;
  const choice = allowed.length === 1 ? `not "${only}", the one option it takes` : `none of ${allowed.join(', ')}`;
  return fail(`"${whole}" is ${choice}`, didYouMean(given, allowed));
};
