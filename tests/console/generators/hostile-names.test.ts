import { expect, test } from '@jest/globals';
import { Random } from '../../support/random.ts';
import { hostileKinds, hostileNames } from './hostile-names.ts';
import { tryNames } from './try-names.ts';

// Many more: `npm run test:long -- hostile-names`.
test('no hostile name gets a file out of its folder, changes one, or makes one that does not compile', async () => {
  const random = new Random(21);
  const trial = await tryNames([...hostileKinds(random), ...hostileNames(random, 8)]);
  expect(trial.faults).toEqual([]);
  expect(trial.written).toBeGreaterThan(50);
  expect(trial.refused).toBeGreaterThan(100);
}, 120_000);
