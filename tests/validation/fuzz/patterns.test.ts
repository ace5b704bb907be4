import { describe, expect, test } from '@jest/globals';
import { endsSoon } from '../../support/ends-soon.ts';
import { evilPatterns, evilTexts } from './evil-patterns.ts';
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
