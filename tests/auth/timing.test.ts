import { expect, test } from '@jest/globals';
import { compareTimes } from './support/compare-times.ts';
import { passwordTimes } from './support/password-times.ts';

test('AU-06: the statistic tells classes that differ from classes that do not', async () => {
  const spin = (rounds: number) => () => {
    let sum = 0;
    for (let round = 0; round < rounds; round++) sum += round % 7;
    return sum;
  };
  expect(Math.abs(await compareTimes([spin(20_000), spin(40_000)], 1000))).toBeGreaterThan(10);
});

test('AU-06: an unknown user takes as long as a wrong password (`password-times` takes the whole sample)', async () => {
  // On a busy machine one run may be off; a real difference is there in every one.
  const seen: number[] = [];
  for (let run = 0; run < 3; run++) {
    const t = Math.abs(await passwordTimes(400));
    seen.push(t);
    if (t < 4.5) return;
  }
  expect(seen).toEqual(['below 4.5']);
}, 60_000);
