import { expect, test } from '@jest/globals';
import { holdTypes } from './held-types.ts';

// Many more: `npm run test:long -- inferred-types`.
test('V-0: the valid data of random rules have the types that the compiler infers from these rules', async () => {
  const { passed, faults } = await holdTypes(60, 20);
  expect(faults).toEqual([]);
  expect(passed).toBeGreaterThan(40);
  // The compiler, over all of them.
}, 60_000);
