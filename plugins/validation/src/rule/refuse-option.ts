import { didYouMean } from '@taproot/core/plugin';
import type { RuleCall } from './rule.ts';

/** Refuses an option that is none of those a rule takes, with the nearest of them. `whole` is the parameter it stands in. */
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
