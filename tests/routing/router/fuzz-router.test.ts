import { expect, test } from '@jest/globals';
import { fuzzRouter } from './fuzz-router.ts';

test('RT-18 both routers find what a naive matcher finds, in tables small and large', () => {
  for (const [routes, paths] of [
    [300, 10_000],
    [5000, 1000],
  ] as const) {
    const { matched, p99, faults } = fuzzRouter(routes, paths, 14);
    expect(faults).toEqual([]);
    expect(matched).toBeGreaterThan(paths / 10);
    expect(p99).toBeLessThan(0.5);
  }
});
