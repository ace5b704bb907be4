import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { errors, type FrameworkError, sparseReport } from '@taproot/core';

const closed = errors.E_APP_CLOSED();
const missing = errors.E_ENV_MISSING({ name: 'APP_KEY' });

let now = 0;

beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('an error is told once in ten seconds', () => {
  const told: FrameworkError[] = [];
  const report = sparseReport((error) => told.push(error));
  report(closed);
  now = 9999;
  report(closed);
  expect(told).toEqual([closed]);
  now = 10_000;
  report(closed);
  expect(told).toEqual([closed, closed]);
  now = 19_999;
  report(closed);
  expect(told).toEqual([closed, closed]);
});

test('errors of another code, and another reporter, are not kept from being told', () => {
  const told: string[] = [];
  const [one, other] = ['one', 'other'].map((name) => sparseReport(({ code }) => told.push(`${name} ${code}`)));
  one?.(closed);
  one?.(missing);
  other?.(closed);
  expect(told).toEqual(['one E_APP_CLOSED', 'one E_ENV_MISSING', 'other E_APP_CLOSED']);
});
