import { expect, test } from '@jest/globals';
import { flood } from './support/many-keys.ts';

test('TH-08 a flood of distinct keys keeps to its bound, and frees no blocked key', () => {
  const { kept, blocked } = flood(20_000, 2000);
  expect(kept).toBe(2000);
  expect(blocked).toBe(true);
});
