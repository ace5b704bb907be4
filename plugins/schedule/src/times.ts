import { didYouMean } from '@taproot/core/plugin';
import { Cron } from 'croner';
import { errors } from './errors.ts';

// The only file that imports croner.

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
    if (typeof zone === 'string' && Intl.DateTimeFormat('en', { timeZone: zone }) !== null) return zone;
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

const isIn = ({ from, to, outside }: DayWindow, at: number): boolean =>
  (from <= to ? at >= from && at < to : at >= from || at < to) !== outside;

const [minute, day] = [60_000, 86_400_000];

/**
 * The planned times of an entry: a cron text in a time zone, and hours of the day.
 *
 * A text whose hour is `*` follows the minutes that pass. Any other one names times on the clock of the zone: on the day on which that is set
 * forwards, a time that it leaves out is the moment of the change; on the day on which it is set back, a time that comes twice is the first one.
 */
export class Times {
  readonly #cron: Cron;
  readonly #wall: Intl.DateTimeFormat;
  readonly #windows: readonly DayWindow[];
  readonly #isFixed: boolean;
  /** The latest answer of `next()`. It holds for every time from `from` on and before `time`: most looks at the clock ask for such a one. */
  #known: { readonly from: number; readonly time: number | null } | null = null;

  constructor(text: string, zone: string, windows: readonly DayWindow[]) {
    this.#isFixed = zone !== 'UTC' && !/^(?:@hourly|\S+\s+[*?]\s)/.test(text);
    // Fixed times are looked for in the calendar of the zone, where each day has 24 hours.
    this.#cron = new Cron(text, { ...options, timezone: this.#isFixed ? 'UTC' : zone });
    // The format of Swedish is that of ISO 8601.
    this.#wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    this.#windows = windows;
  }

  /** The first planned time after another one, in milliseconds since 1970; null when there is none. */
  next(after: number): number | null {
    const known = this.#known;
    if (known !== null && after >= known.from && after < (known.time ?? Infinity)) return known.time;
    const time = this.#find(after);
    this.#known = { from: after, time };
    return time;
  }

  #find(after: number): number | null {
    let at = this.#isFixed ? this.#clockAt(after) : after;
    // More than two days of minutes, or eight years of days: an entry without an allowed time among them has none.
    for (let tries = 0; tries < 3000; tries++) {
      const found = this.#cron.nextRun(new Date(at));
      if (found === null) return null;
      at = found.getTime();
      const time = this.#isFixed ? this.#timeOf(at) : at;
      if (time > after && this.#isAllowed(this.#isFixed ? at : time)) return time;
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

  /** The time on the clock of the zone, as if it were one in UTC; whole minutes. */
  #clockAt(time: number): number {
    return Date.parse(`${this.#wall.format(time).replace(' ', 'T')}:00Z`);
  }

  /** The time at which the clock of the zone shows `clock`: the first one, or that of the change which leaves it out. */
  #timeOf(clock: number): number {
    const offsets = [clock - day, clock + day].map((near) => this.#clockAt(near) - Math.floor(near / minute) * minute);
    const times = offsets.map((offset) => clock - offset).toSorted((a, b) => a - b);
    const found = times.find((time) => this.#clockAt(time) === clock);
    if (found !== undefined) return found;
    let [before = clock, change = clock] = times;
    while (change - before > minute) {
      const middle = Math.floor((before + change) / 2 / minute) * minute;
      if (this.#clockAt(middle) < clock) before = middle;
      else change = middle;
    }
    return change;
  }

  #isAllowed(time: number): boolean {
    if (this.#windows.length === 0) return true;
    const ofDay = ((this.#isFixed ? time : this.#clockAt(time)) % day) / minute;
    return this.#windows.every((window) => isIn(window, ofDay));
  }
}
