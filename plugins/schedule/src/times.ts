import { didYouMean } from '@taproot/core/plugin';
import { Cron } from 'croner';
import { errors } from './errors.ts';

// The only file that imports croner.

/** Times within which a local time can repeat when a clock is set back, in milliseconds. */
const setBack = [1_800_000, 3_600_000, 7_200_000];

const options = { mode: '5-part', paused: true } as const;

const nicknames = /^@(?:hourly|daily|midnight|weekly|monthly|yearly|annually)$/;

/**
 * Throws for a text that croner does not understand, or that names no time.
 * @throws E_SCHEDULE_CRON
 */
export const checkCron = (text: unknown): string => {
  const refuse = (reason: string, cause?: unknown): Error =>
    errors.E_SCHEDULE_CRON({ value: JSON.stringify(text) ?? String(text), reason }, { cause });
  if (typeof text !== 'string') throw refuse('It is not a string.');
  if (text.startsWith('@') && !nicknames.test(text)) throw refuse('There is no such nickname.');
  let next: Date | null = null;
  try {
    next = new Cron(text, { ...options, timezone: 'UTC' }).nextRun(new Date(0));
  } catch (cause) {
    const [, reason = 'croner cannot read it.'] = /^CronPattern: (.*)$/s.exec((cause as Error).message) ?? [];
    throw refuse(`${reason.replace(/\.$/, '')}.`, cause);
  }
  if (next === null) throw refuse('It names no time that ever comes.');
  return text;
};

/**
 * Throws for a time zone that this Node does not know.
 * @throws E_SCHEDULE_ZONE
 */
export const checkZone = (zone: unknown): string => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone as string });
    if (typeof zone === 'string') return zone;
  } catch {
    // Below.
  }
  const hint = typeof zone === 'string' ? didYouMean(zone, Intl.supportedValuesOf('timeZone')) : '';
  throw errors.E_SCHEDULE_ZONE({ value: JSON.stringify(zone) ?? String(zone), hint });
};

/** Hours of a day, as minutes since midnight. The end is not a part of it. */
export interface DayWindow {
  readonly from: number;
  readonly to: number;
  /** Whether the times outside of it are meant. */
  readonly outside: boolean;
}

const isIn = ({ from, to, outside }: DayWindow, minute: number): boolean =>
  (from <= to ? minute >= from && minute < to : minute >= from || minute < to) !== outside;

/** The planned times of an entry: a cron text in a time zone, and hours of the day. */
export class Times {
  readonly #cron: Cron;
  readonly #wall: Intl.DateTimeFormat;
  readonly #windows: readonly DayWindow[];
  /** Whether the hours are fixed: such a time comes once, also on the day on which the clock is set back. */
  readonly #isFixed: boolean;

  constructor(text: string, zone: string, windows: readonly DayWindow[]) {
    this.#cron = new Cron(text, { ...options, timezone: zone });
    // The format of Swedish is that of ISO 8601.
    this.#wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    this.#windows = windows;
    this.#isFixed = !/^(?:@hourly|\S+ \*)/.test(text);
  }

  /** The first planned time after another one, in milliseconds since 1970; null when there is none. */
  next(after: number): number | null {
    let time = after;
    // More than two days of minutes, or eight years of days: an entry without an allowed time among them has none.
    for (let tries = 0; tries < 3000; tries++) {
      const found = this.#cron.nextRun(new Date(time));
      if (found === null) return null;
      time = found.getTime();
      if (this.#isAllowed(time)) return time;
    }
    return null;
  }

  /** The planned times after `from` up to and including `to`; the first ones, `limit` at most. */
  within(from: number, to: number, limit = 2000): readonly number[] {
    const found: number[] = [];
    for (let time = this.next(from); time !== null && time <= to && found.length < limit; time = this.next(time))
      found.push(time);
    return found;
  }

  /** A time as the clock of the zone shows it: `2026-10-25 02:30`. */
  local(time: number): string {
    return this.#wall.format(time);
  }

  #isAllowed(time: number): boolean {
    if (this.#windows.length === 0 && !this.#isFixed) return true;
    const local = this.local(time);
    if (this.#isFixed && setBack.some((ago) => this.local(time - ago) === local)) return false;
    const [hour, minute] = [Number(local.slice(11, 13)), Number(local.slice(14, 16))];
    return this.#windows.every((window) => isIn(window, hour * 60 + minute));
  }
}
