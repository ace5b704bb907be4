import type { RuleDefinition } from '../rule/rule.ts';
import { isEmpty } from '../values/is-empty.ts';
import { anyOther, conditionalRule, everyOther, implicitRule, otherDiffers, otherMatches } from './conditional.ts';

/** Null, an empty string and an empty list are present too: only a key that does not exist is missing. */
const isPresent = (value: unknown): boolean => value !== undefined;
const isMissing = (value: unknown): boolean => value === undefined;

/** Rules on whether a field is there at all. */
export const presenceRules: readonly RuleDefinition[] = [
  implicitRule('filled', (value) => isMissing(value) || !isEmpty(value)),
  implicitRule('present', isPresent),
  conditionalRule('present_if', otherMatches, isPresent),
  conditionalRule('present_unless', otherDiffers, isPresent),
  conditionalRule('present_with', anyOther(isPresent), isPresent),
  conditionalRule('present_with_all', everyOther(isPresent), isPresent),
  implicitRule('missing', isMissing),
  conditionalRule('missing_if', otherMatches, isMissing),
  conditionalRule('missing_unless', otherDiffers, isMissing),
  conditionalRule('missing_with', anyOther(isPresent), isMissing),
  conditionalRule('missing_with_all', everyOther(isPresent), isMissing),
];
