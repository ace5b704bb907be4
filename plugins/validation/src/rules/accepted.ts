import type { RuleDefinition } from '../rule/rule.ts';
import { isAccepted, isDeclined } from '../values/accepted.ts';
import { conditionalRule, implicitRule, otherMatches } from './conditional.ts';

/** Rules for check boxes: a yes or a no in one of the usual spellings. */
export const acceptedRules: readonly RuleDefinition[] = [
  implicitRule('accepted', isAccepted),
  conditionalRule('accepted_if', otherMatches, isAccepted),
  implicitRule('declined', isDeclined),
  conditionalRule('declined_if', otherMatches, isDeclined),
];
