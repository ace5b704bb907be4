import { expect, test } from '@jest/globals';
import { holdTypes } from './held-types.ts';

test('V-0: the valid data of random rules have the types that the compiler infers from these rules', async () => {
  const { passed, faults } = await holdTypes(300, 20);
  expect(faults).toEqual([]);
  expect(passed).toBeGreaterThan(200);
  // The compiler, over all of them.
}, 60_000);
