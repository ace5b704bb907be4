import { type Duration } from '@taproot/core';
import { seconds } from '@taproot/core/plugin';

/** A function that a clock runs when its time has come. */
interface Alarm {
  readonly at: number;
  readonly ring: () => void;
}

/** A clock that only moves when you advance it. */
export class FakeClock {
  #now: number;
  #alarms: Alarm[] = [];

  /** The clock begins at a date, or at a number of milliseconds since 1970. Default: 2026-01-01. */
  constructor(begin: Date | number = Date.UTC(2026, 0, 1)) {
    this.#now = Number(begin);
  }

  /** Milliseconds since 1970. Bound, so that you can pass it like `Date.now`. */
  readonly now = (): number => this.#now;

  /** Resolves when the clock has advanced by that number of milliseconds. Bound, so that you can pass it. */
  readonly sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => this.#alarms.push({ at: this.#now + milliseconds, ring: resolve }));

  /** Advances by a duration, such as `90` (seconds) or `'15m'`. Sleepers wake in order, each at its own time. */
  async advance(duration: Duration): Promise<void> {
    const end = this.#now + seconds(duration) * 1000;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = next.at;
      this.#alarms = this.#alarms.filter((alarm) => alarm !== next);
      next.ring();
      // The function that was called may start a new timer before `end`.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#now = end;
  }

  #next(end: number): Alarm | undefined {
    const due = this.#alarms.filter(({ at }) => at <= end);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}
