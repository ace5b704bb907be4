import { expect, test } from '@jest/globals';
import { fuzzRules } from './fuzz-rules.ts';

test('every rule decides every hostile value by true or false, twice the same, and never throws', async () => {
  const { rules, passed, failed, faults } = await fuzzRules(2000, 12);
  expect(faults).toEqual([]);
  expect(rules).toBeGreaterThan(140);
  // Neither verdict is the only one.
  expect(Math.min(passed, failed)).toBeGreaterThan(200);
}, 60_000);
