import { isAccepted, isDeclined } from '../values/accepted.ts';
import { isEmpty } from '../values/is-empty.ts';
import {
  anyOther,
  conditionalRule,
  everyOther,
  implicitRule,
  otherDiffers,
  otherIs,
  otherMatches,
} from './conditional.ts';
import { defineRule, type RuleDefinition } from './definition.ts';
import { aboutOther, oneField } from './other-field.ts';

/** Null, an empty string and an empty list are present too: a field is missing only if its key does not exist. */
const isPresent = (value: unknown): boolean => value !== undefined;
const isMissing = (value: unknown): boolean => value === undefined;

/** Rules on whether a field is present. */
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

/** Rules for check boxes: a yes or a no in one of the usual spellings. */
export const acceptedRules: readonly RuleDefinition[] = [
  implicitRule('accepted', isAccepted),
  conditionalRule('accepted_if', otherMatches, isAccepted),
  implicitRule('declined', isDeclined),
  conditionalRule('declined_if', otherMatches, isDeclined),
];

const prohibits = defineRule({
  name: 'prohibits',
  parameters: { min: 1 },
  implicit: true,
  compile: (call) => {
    const others = call.parameters.map((parameter) => oneField(call, parameter));
    const isBare = aboutOther(call, isEmpty);
    return (value, scope) => isEmpty(value) || others.every((other) => isBare(other.read(scope), scope));
  },
  // Names all of the other fields, because the message depends only on the rule, not on what the client sent.
  placeholders: ({ parameters }, names) => ({ other: names.list(parameters), values: names.list(parameters) }),
});

/** Rules that forbid the field, or other fields beside it. */
export const prohibitedRules: readonly RuleDefinition[] = [
  implicitRule('prohibited', isEmpty),
  conditionalRule('prohibited_if', otherMatches, isEmpty),
  conditionalRule('prohibited_unless', otherDiffers, isEmpty),
  conditionalRule('prohibited_if_accepted', otherIs(isAccepted), isEmpty),
  conditionalRule('prohibited_if_declined', otherIs(isDeclined), isEmpty),
  prohibits,
];
