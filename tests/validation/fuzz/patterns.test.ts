import { describe, expect, test } from '@jest/globals';
import { evilPatterns, evilTexts } from './evil-patterns.ts';
import { tryPattern } from './try-pattern.ts';

describe('R-16 a catastrophic pattern is refused when it is read, or decides 30 kB', () => {
  test.each(evilPatterns)('%s', (pattern) => {
    for (const rule of ['regex', 'not_regex'] as const) {
      const trial = tryPattern(rule, pattern, evilTexts.slice(0, 3));
      if ('refused' in trial) expect(trial.refused.code).toBe('E_RULE_PARAMETERS');
      else expect(trial.verdicts.every((verdict) => typeof verdict === 'boolean')).toBe(true);
    }
  });

  test('there are more than forty of them, and some of both sorts', () => {
    const trials = evilPatterns.map((pattern) => tryPattern('regex', pattern, []));
    expect(trials.length).toBeGreaterThan(40);
    const refused = trials.filter((trial) => 'refused' in trial).length;
    expect(Math.min(refused, trials.length - refused)).toBeGreaterThan(5);
  });
});
