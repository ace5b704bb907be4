import { expect, test } from '@jest/globals';
import { fuzzRuleTexts } from './fuzz-rule-texts.ts';

test('R-11 a mutated rule text is read or refused with a typed error, each in less than 5 ms', () => {
  const { parsed, refused, faults } = fuzzRuleTexts(20_000, 11);
  expect(faults).toEqual([]);
  expect(Math.min(parsed, refused)).toBeGreaterThan(2000);
}, 60_000);
