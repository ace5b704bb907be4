import { expect, test } from '@jest/globals';
import { Random } from '../../support/random.ts';
import { hostileNames } from './hostile-names.ts';
import { tryNames } from './try-names.ts';

test('no hostile name gets a file out of its folder, changes one, or makes one that does not compile', async () => {
  const trial = await tryNames(hostileNames(new Random(21), 80));
  expect(trial.faults).toEqual([]);
  expect(trial.written).toBeGreaterThan(100);
  expect(trial.refused).toBeGreaterThan(300);
}, 120_000);
