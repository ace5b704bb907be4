import { expect, test } from '@jest/globals';
import { fuzzRuleTexts } from './fuzz-rule-texts.ts';

test('a mutated rule text is read or refused with a typed error, each in a moment', () => {
  // Globals are slow to reach in jest's realm; the long form holds the true bound of 5 ms.
  const { parsed, refused, faults } = fuzzRuleTexts(500, 11, 100);
  expect(faults).toEqual([]);
  expect(Math.min(parsed, refused)).toBeGreaterThan(50);
}, 60_000);
