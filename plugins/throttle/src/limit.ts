import { inspect } from 'node:util';
import { type Duration, type Handler, type Response } from '@taproot/core';
import { seconds as secondsOf } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The key of a limit's counter. */
export type LimitKey = string | number | bigint;

/** Answers a refused request. It must return a response, because plain data would get status 200. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- it may simply stage a response
export type LimitHandler = Handler<string, Response | globalThis.Response | void>;

const shown = (value: unknown): string => inspect(value, { depth: 0 }).slice(0, 40);

/** A number of points in a window of seconds. Immutable: `by()` and `response()` return a new limit. */
export class Limit {
  /** Requests in one window; 0 refuses every request, `Infinity` refuses none. */
  readonly points: number;
  /** Length of the window in seconds. It begins with the first request. */
  readonly seconds: number;
  /** The key of its counter; null to count by client address and route. */
  readonly key: string | null;
  /** Makes the response instead of the 429; null for the 429. */
  readonly respond: LimitHandler | null;

  constructor(points: number, seconds: number, key: string | null = null, respond: LimitHandler | null = null) {
    this.points = points;
    this.seconds = seconds;
    this.key = key;
    this.respond = respond;
  }

  /**
   * Counts each `key` separately: a user, a tenant, an address. Throws `E_LIMIT_KEY` for an empty key, and for anything but strings and
   * numbers.
   */
  by(key: LimitKey): Limit {
    return new Limit(this.points, this.seconds, keyText(key), this.respond);
  }

  /** Sets the function that answers a refused request. If it returns nothing, the response prepared on `ctx.response()` is sent. */
  response(respond: LimitHandler): Limit {
    return new Limit(this.points, this.seconds, this.key, respond);
  }
}

// Without this check, different values would share one key: `[object Object]`, `undefined`, `NaN`.
export const keyText = (key: unknown): string => {
  if (typeof key === 'string' && key !== '') return key;
  if (typeof key === 'bigint' || (typeof key === 'number' && Number.isFinite(key))) return String(key);
  throw errors.E_LIMIT_KEY({ key: shown(key) });
};

const whole = (value: unknown, least: number, what: string): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw errors.E_LIMIT_INVALID({ value: shown(value), what, least });
};

/** The length of a window in milliseconds must be an exact number. */
const windowOf = (count: number, unit: string, unitSeconds: number): number => {
  const seconds = whole(count, 1, unit) * unitSeconds;
  if (Number.isSafeInteger(seconds * 1000)) return seconds;
  throw errors.E_LIMIT_INVALID({ value: shown(count), what: unit, least: 1 });
};

const make =
  (unit: string, unitSeconds: number) =>
  (count: number, points: number): Limit =>
    new Limit(whole(points, 0, 'points'), windowOf(count, unit, unitSeconds));

const seconds = make('seconds', 1);
const minutes = make('minutes', 60);
const hours = make('hours', 3600);
const days = make('days', 86_400);
const none = new Limit(Number.POSITIVE_INFINITY, 1);

/** Makes limits: `limit.perMinute(60).by(user.id)`. Throws `E_LIMIT_INVALID` for a number that is not whole, or below 0. */
export const limit = Object.freeze({
  /**
   * `points` requests in a window of any length, in whole seconds.
   * @throws E_DURATION_INVALID for an invalid window; E_LIMIT_INVALID for a window below one second or with a fraction, and for
   * points that are not whole or below 0.
   * @example limit.per('15m', 20).by(user.id)
   */
  per: (window: Duration, points: number): Limit => seconds(secondsOf(window, 'The window of a limit'), points),
  /**
   * `points` requests in a second. 0 refuses every request.
   * @throws E_LIMIT_INVALID for a number that is not whole or below 0.
   */
  perSecond: (points: number): Limit => seconds(1, points),
  /**
   * `points` requests in `count` seconds: `perSeconds(10, 5)`.
   * @throws E_LIMIT_INVALID for numbers that are not whole, a count below 1, or points below 0.
   */
  perSeconds: seconds,
  /**
   * `points` requests in a minute. 0 refuses every request.
   * @throws E_LIMIT_INVALID for a number that is not whole or below 0.
   * @example limit.perMinute(60).by(user.id)
   */
  perMinute: (points: number): Limit => minutes(1, points),
  /**
   * `points` requests in `count` minutes: `perMinutes(count, points)`.
   * @throws E_LIMIT_INVALID for numbers that are not whole, a count below 1, or points below 0.
   */
  perMinutes: minutes,
  /**
   * `points` requests in an hour. 0 refuses every request.
   * @throws E_LIMIT_INVALID for a number that is not whole or below 0.
   */
  perHour: (points: number): Limit => hours(1, points),
  /**
   * `points` requests in `count` hours: `perHours(count, points)`.
   * @throws E_LIMIT_INVALID for numbers that are not whole, a count below 1, or points below 0.
   */
  perHours: hours,
  /**
   * `points` requests in 24 hours. 0 refuses every request.
   * @throws E_LIMIT_INVALID for a number that is not whole or below 0.
   */
  perDay: (points: number): Limit => days(1, points),
  /**
   * `points` requests in `count` days of 24 hours: `perDays(count, points)`.
   * @throws E_LIMIT_INVALID for numbers that are not whole, a count below 1, or points below 0.
   */
  perDays: days,
  /** No limit. */
  none: (): Limit => none,
});
