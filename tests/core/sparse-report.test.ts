import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type FrameworkError, setup } from '@taproot/core';
import { errors } from '@taproot/core/internal';
import { sparseReport } from '@taproot/core/plugin';
import { stderrOf } from './support.ts';

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

test('LC-21 reports are dropped while standard error is full, and that is told once it is not', async () => {
  const app = await setup(null, { env: { APP_ENV: 'production' } }).create();
  const full = (waiting: number): void =>
    void Object.defineProperty(process.stderr, 'writableLength', { value: waiting, configurable: true });
  try {
    full(2 * 1024 * 1024);
    expect(await stderrOf(() => app.report('first', { where: 'request' }))).toBe('');
    expect(await stderrOf(() => app.report('second', { where: 'request' }))).toBe('');
    full(0);
    const told = await stderrOf(() => app.report('third', { where: 'request' }));
    expect(
      told
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { message: string }).message),
    ).toEqual(['2 reports were dropped, because nobody read standard error.', 'third']);
    expect((await stderrOf(() => app.report('fourth', { where: 'request' }))).split('\n')).toHaveLength(2);
  } finally {
    Reflect.deleteProperty(process.stderr, 'writableLength');
    await app.close();
  }
});
