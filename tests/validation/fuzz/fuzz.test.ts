import { describe, expect, test } from '@jest/globals';
import { endsSoon } from '../../support/ends-soon.ts';
import { evilPatterns, evilTexts } from './evil-patterns.ts';
import { fuzzRuleTexts } from './fuzz-rule-texts.ts';
import { fuzzRules } from './fuzz-rules.ts';
import { tryPattern } from './try-pattern.ts';

describe('a catastrophic pattern is refused when it is read, or decides 30 kB without backtracking for hours', () => {
  test.each(evilPatterns)('%s', (pattern) => {
    for (const rule of ['regex', 'not_regex'] as const) {
      const trial = endsSoon(() => tryPattern(rule, pattern, evilTexts));
      if ('refused' in trial) expect(trial.refused.code).toBe('E_RULE_PARAMETERS');
      else {
        expect(trial.verdicts.every((verdict) => typeof verdict === 'boolean')).toBe(true);
      }
    }
  });

  test('there are more than a hundred of them, and some of both sorts', () => {
    const trials = evilPatterns.map((pattern) => tryPattern('regex', pattern, []));
    expect(trials.length).toBeGreaterThan(100);
    const refused = trials.filter((trial) => 'refused' in trial).length;
    expect(Math.min(refused, trials.length - refused)).toBeGreaterThan(5);
  });
});

test('a mutated rule text is read or refused with a typed error, each in a moment', () => {
  // Globals are slow to reach in jest's realm; the long form holds the true bound of 5 ms.
  const { parsed, refused, faults } = fuzzRuleTexts(500, 11, 100);
  expect(faults).toEqual([]);
  expect(Math.min(parsed, refused)).toBeGreaterThan(50);
}, 60_000);

test('every rule decides every hostile value by true or false, twice the same, and never throws', async () => {
  const { rules, passed, failed, faults } = await fuzzRules(2000, 12);
  expect(faults).toEqual([]);
  expect(rules).toBeGreaterThan(140);
  // Neither verdict is the only one.
  expect(Math.min(passed, failed)).toBeGreaterThan(200);
}, 60_000);
