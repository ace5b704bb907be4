import { expect, test } from '@jest/globals';
import { type Application } from '@taproot/core';
import { perApp } from '@taproot/core/plugin';
import { bootWith } from './support.ts';

test('perApp() makes a value at the first call, one for each application', async () => {
  const made: Application[] = [];
  const counterOf = perApp((app) => {
    made.push(app);
    return { count: 0 };
  });
  const [one, two] = [await bootWith([]), await bootWith([])];
  expect(made).toEqual([]);
  counterOf(one).count++;
  counterOf(one).count++;
  expect([counterOf(one).count, counterOf(two).count]).toEqual([2, 0]);
  expect(made).toEqual([one, two]);
});

test('perApp() makes a value anew after one that could not be made', async () => {
  let fail = true;
  const valueOf = perApp(() => {
    if (fail) throw new Error('no disk');
    return 'made';
  });
  const app = await bootWith([]);
  expect(() => valueOf(app)).toThrow('no disk');
  fail = false;
  expect(valueOf(app)).toBe('made');
});
