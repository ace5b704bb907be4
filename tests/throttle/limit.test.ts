import { describe, expect, test } from '@jest/globals';
import { type Limit, limit } from '@taproot/throttle';
import { faultOf } from './support/limited.ts';

const windows: [string, Limit, number, number][] = [
  ['perSecond(5)', limit.perSecond(5), 5, 1],
  ['perSeconds(10, 5)', limit.perSeconds(10, 5), 5, 10],
  ['perMinute(60)', limit.perMinute(60), 60, 60],
  ['perMinutes(5, 60)', limit.perMinutes(5, 60), 60, 300],
  ['perHour(7)', limit.perHour(7), 7, 3600],
  ['perHours(2, 7)', limit.perHours(2, 7), 7, 7200],
  ['perDay(1)', limit.perDay(1), 1, 86_400],
  ["per('15m', 20)", limit.per('15m', 20), 20, 900],
  ['per(90, 20)', limit.per(90, 20), 20, 90],
  ['perDays(30, 1)', limit.perDays(30, 1), 1, 2_592_000],
];

test.each(windows)('%s is a limit of its points in its seconds', (_name, made, points, seconds) => {
  expect(made).toMatchObject({ points, seconds, key: null, respond: null });
});

test('none() has no end of points', () => {
  expect(limit.none().points).toBe(Number.POSITIVE_INFINITY);
});

test('by() and response() give a new limit and leave the first as it was', () => {
  const plain = limit.perMinute(5);
  const respond = (): void => undefined;
  const keyed = plain.by('ada').response(respond);
  expect(plain).toMatchObject({ key: null, respond: null });
  expect(keyed).toMatchObject({ points: 5, seconds: 60, key: 'ada', respond });
});

test('a key may be a text, a number or a bigint', () => {
  expect([limit.perDay(1).by(7).key, limit.perDay(1).by(7n).key, limit.perDay(1).by('7').key]).toEqual(['7', '7', '7']);
});

describe('TH-14 a number that is no limit is refused where it is given', () => {
  const wrong: unknown[] = [-1, Number.NaN, Number.POSITIVE_INFINITY, '10', 1.5, null, undefined, 2 ** 53, {}];

  test.each(wrong)('as points: %p', async (points) => {
    const error = await faultOf(() => limit.perMinute(points as number));
    expect(error.code).toBe('E_LIMIT_INVALID');
    expect(error.message).toContain('points');
  });

  test.each([...wrong, 0])('as a window: %p', async (minutes) => {
    const error = await faultOf(() => limit.perMinutes(minutes as number, 5));
    expect(error.code).toBe('E_LIMIT_INVALID');
    expect(error.message).toContain('minutes');
  });

  test.each([0, -1, '500ms', 1.5, '0s'] as const)('as a window of per(): %p', async (window) => {
    expect((await faultOf(() => limit.per(window, 5))).code).toBe('E_LIMIT_INVALID');
  });

  test('as a window of per() that is no duration', async () => {
    expect((await faultOf(() => limit.per('15 min' as '15m', 5))).code).toBe('E_DURATION_INVALID');
  });

  test('and 0 points are a limit, which refuses everything', () => {
    expect(limit.perMinute(0).points).toBe(0);
  });

  test('and a window whose milliseconds are no longer exact is none', async () => {
    expect((await faultOf(() => limit.perDays(2 ** 50, 5))).code).toBe('E_LIMIT_INVALID');
  });
});

test.each([[''], [null], [undefined], [{}], [[]], [Number.NaN], [true], [Symbol('s')]])(
  'TH-17 the key %p is refused, for it would put many under one count',
  async (key) => {
    expect((await faultOf(() => limit.perMinute(5).by(key as string))).code).toBe('E_LIMIT_KEY');
  },
);
