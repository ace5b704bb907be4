import { describe, expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import { quickest } from '../../support/quickest.ts';
import { fuzzRuleMaps } from '../fuzz/fuzz-rule-maps.ts';
import { createEngine } from './support.ts';

describe('whatever is written and whatever is sent', () => {
  test('rules parse or are rejected with a typed error, and data never throw', () => {
    const { ran, faults } = fuzzRuleMaps(500, 7);
    expect(faults).toEqual([]);
    expect(ran).toBeGreaterThan(50);
  });

  test('a long text is read in a moment', async () => {
    const engine = createEngine();
    for (const text of ['a|', '\\|', 'in:a,', ':', '\\,', 'string|', '\\'].map((part) =>
      part.repeat(20_000 / part.length),
    )) {
      const took = await quickest(() => {
        try {
          expect(engine.validate(null, {}, { a: text })).toBeDefined();
        } catch (error) {
          expect(error).toBeInstanceOf(FrameworkError);
        }
      });
      expect(took).toBeLessThan(500);
    }
  });
});
