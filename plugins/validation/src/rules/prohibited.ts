import { aboutOther } from '../rule/about-other.ts';
import { oneField } from '../rule/one-field.ts';
import { defineRule, type RuleDefinition } from '../rule/rule.ts';
import { isAccepted, isDeclined } from '../values/accepted.ts';
import { isEmpty } from '../values/is-empty.ts';
import { conditionalRule, implicitRule, otherDiffers, otherIs, otherMatches } from './conditional.ts';

const prohibits = defineRule({
  name: 'prohibits',
  parameters: { min: 1 },
  implicit: true,
  compile: (call) => {
    const others = call.parameters.map((parameter) => oneField(call, parameter));
    const isBare = aboutOther(call, isEmpty);
    return (value, scope) => isEmpty(value) || others.every((other) => isBare(other.read(scope), scope));
  },
  // Whichever of them was given: a message is made of the rule, and the client sees which of these he sent.
  placeholders: ({ parameters }, names) => ({ other: names.list(parameters), values: names.list(parameters) }),
});

/** Rules that forbid a value, or others beside it. */
export const prohibitedRules: readonly RuleDefinition[] = [
  implicitRule('prohibited', isEmpty),
  conditionalRule('prohibited_if', otherMatches, isEmpty),
  conditionalRule('prohibited_unless', otherDiffers, isEmpty),
  conditionalRule('prohibited_if_accepted', otherIs(isAccepted), isEmpty),
  conditionalRule('prohibited_if_declined', otherIs(isDeclined), isEmpty),
  prohibits,
];
