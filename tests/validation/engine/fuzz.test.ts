import { describe, expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import { growth } from '../../support/steps.ts';
import { fuzzRuleMaps } from '../fuzz/fuzz-rule-maps.ts';
import { createEngine } from './support.ts';

describe('whatever is written and whatever is sent', () => {
  test('rules parse or are rejected with a typed error, and data never throw', () => {
    const { ran, faults } = fuzzRuleMaps(150, 7);
    expect(faults).toEqual([]);
    expect(ran).toBeGreaterThan(30);
  });

  test('the time to read a text of rules grows with its length', async () => {
    const engine = createEngine();
    for (const part of ['a|', '\\|', 'in:a,', ':', '\\,', 'string|', '\\']) {
      const read = (size: number): void => {
        try {
          expect(engine.validate(null, {}, { a: part.repeat(size / part.length) })).toBeDefined();
        } catch (error) {
          expect(error).toBeInstanceOf(FrameworkError);
        }
      };
      expect([part, (await growth(2000, read)) < 5]).toEqual([part, true]);
    }
  });
});
