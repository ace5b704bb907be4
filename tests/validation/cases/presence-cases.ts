import { absent, type RuleCase, ruleCase, sameCases } from './case.ts';

// The condition of every rule holds beside the common fields.
const required =
  `required required_if:o,1 required_unless:o,2 required_with:o,q required_with_all:o,z required_without:o,q
  required_without_all:q,r required_if_accepted:o required_if_declined:z`.split(/\s+/);
const present = 'present present_if:o,1 present_unless:o,2 present_with:o,q present_with_all:o,z'.split(' ');
const missing = 'missing missing_if:o,1 missing_unless:o,2 missing_with:o,q missing_with_all:o,z'.split(' ');
const prohibited = `prohibited prohibited_if:o,1 prohibited_unless:o,2 prohibited_if_accepted:o prohibited_if_declined:z
  prohibits:q,o`.split(/\s+/);

// An excluded field passes whatever else is asked of it.
const excluded = { absent: true, null: true, wrong: [{}, true], with: ['present', 'in:never'] } as const;

/** Rules on whether a field is there, filled, accepted or left out. */
export const presenceCases: readonly RuleCase[] = [
  ...sameCases(required, 'x', ' ', { absent: false, wrong: [[], false] }),
  ruleCase('filled', 'x', ' ', { wrong: [[], false] }),
  ...sameCases(present, '', absent, { absent: false, null: true, wrong: [{}, true] }),
  ...sameCases(missing, absent, ''),
  ...sameCases(['accepted', 'accepted_if:o,1'], 'yes', 'no', { absent: false }),
  ...sameCases(['declined', 'declined_if:o,1'], 'no', 'yes', { absent: false }),
  ...sameCases(prohibited, '', 'x', { null: true, wrong: [{ a: 1 }, false] }),
  { rule: 'exclude', passes: 'x', ...excluded },
  ruleCase('exclude_if:o,1', 'x', 'x', { ...excluded, unless: { o: 2 } }),
  ruleCase('exclude_unless:o,2', 'x', 'x', { ...excluded, unless: { o: 2 } }),
  ruleCase('exclude_with:o', 'x', 'x', { ...excluded, unless: { o: absent } }),
  ruleCase('exclude_without:q', 'x', 'x', { ...excluded, unless: { q: 1 } }),
  ruleCase('bail', 'a', 'b', { with: ['in:a'] }),
  ruleCase('nullable', 'a', 'b', { null: true, with: ['in:a'] }),
  ruleCase('sometimes', 'a', ' ', { wrong: [[], false], with: ['required'] }),
];
