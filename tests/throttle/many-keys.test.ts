import { expect, test } from '@jest/globals';
import { flood } from './support/many-keys.ts';

test('TH-08 a flood of distinct keys keeps to its bound, decides quickly, and frees no blocked key', () => {
  const { kept, p99, blocked } = flood(200_000, 20_000);
  expect(kept).toBe(20_000);
  expect(p99).toBeLessThan(1);
  expect(blocked).toBe(true);
});
