import { expect, test } from '@jest/globals';
import { drainSeconds } from '../../../core/src/process/worker-life.ts';

test.each([
  ['taproot:drains 10', 10],
  ['taproot:drains 0.5', 0.5],
])('%j tells how many seconds a worker may take to drain', (message, seconds) => {
  expect(drainSeconds(message)).toBe(seconds);
});

test.each([
  'taproot:drains soon',
  'taproot:drains',
  'drains 10',
  'taproot:ready',
  '',
  null,
  undefined,
  10,
  ['taproot:drains 10'],
])('%j tells none', (message) => {
  expect(drainSeconds(message)).toBeNull();
});
