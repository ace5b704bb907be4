import type { RuleCall } from './rule.ts';
import type { Scope } from './scope.ts';

// Shorter texts are read sooner than they are looked up.
const longText = 100;

const isLarge = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > longText : typeof value === 'object' && value !== null;

/**
 * A question about other fields' values, the same for all that a rule asks about. Every entry of a list may ask about one
 * field beside the list: under a wildcard what takes long is found out once a run, or a body could hold it up for minutes.
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
