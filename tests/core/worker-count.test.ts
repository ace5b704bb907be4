import { availableParallelism } from 'node:os';
import { expect, test } from '@jest/globals';
import { workerCount } from '../../core/src/run/serve-process.ts';
import { withCode } from './support.ts';

test.each([
  ['3', 3],
  [0, 0],
  [' 8 ', 8],
  [1024, 1024],
  ['auto', availableParallelism()],
])('%j workers are %i', (asked, count) => {
  expect(workerCount(asked)).toBe(count);
});

test.each(['many', '-1', '1.5', '', ' ', 'NaN', '1025', Number.NaN, -1, 0.5])('%j is no number of workers', (asked) => {
  expect(() => workerCount(asked)).toThrow(withCode('E_WORKERS_INVALID'));
});
