import { expect, test } from '@jest/globals';
import { lazy } from '@taproot/core';

test('makes nothing until it is asked, and one thing for all who ask', () => {
  let made = 0;
  const thing = lazy(() => ({ number: ++made }));
  expect(made).toBe(0);
  expect(thing()).toBe(thing());
  expect(made).toBe(1);
});

test('tries again after it failed', () => {
  const outcomes = [new Error('no descriptor is left'), 'loaded'];
  const thing = lazy(() => {
    const outcome = outcomes.shift();
    if (typeof outcome !== 'string') throw outcome;
    return outcome;
  });
  expect(thing).toThrow('no descriptor is left');
  expect(thing()).toBe('loaded');
});
