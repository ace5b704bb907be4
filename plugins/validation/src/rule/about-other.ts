import type { RuleCall } from './rule.ts';
import type { Scope } from './scope.ts';

// Shorter texts are read sooner than they are looked up.
const longText = 100;

const isLarge = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > longText : typeof value === 'object' && value !== null;

/**
 * An answer about the values of other fields that is the same for all entries of a list. It is computed once a run:
 * under a wildcard, each entry would compute it again, and a large body would take minutes.
 */
export const aboutOther = <Answer extends string | number | bigint | boolean | null>(
  { wildcard, token }: RuleCall,
  find: (value: unknown) => Answer,
): ((value: unknown, scope: Scope) => Answer) => {
  if (!wildcard) return find;
  const makeKnown = (): Map<unknown, Answer> => new Map();
  return (value, scope) => {
    if (!isLarge(value)) return find(value);
    const known = scope.state(token, makeKnown);
    const before = known.get(value);
    if (before !== undefined) return before;
    const answer = find(value);
    known.set(value, answer);
    return answer;
  };
};
