import { FrameworkError } from '@taproot/core';
import type { ScheduledEntry } from './entry.ts';
import { errors } from './errors.ts';
import { type OnRunEnd, Running } from './running.ts';
import type { ScheduleRuntime } from './schedule-runtime.ts';

/** Milliseconds between two looks at the clock: it may be set, and the computer may sleep. */
const often = 5000;

/** Milliseconds before it asks a store that failed again. */
const patience = 1000;

/** Missed runs that are counted, at most. */
const countedMisses = 100;

/** Begins the runs of the schedule when their time has come, if this process gets to do them. */
export class Scheduler {
  readonly #runtime: ScheduleRuntime;
  readonly #onEnd: OnRunEnd | undefined;
  readonly #running: Running;
  /** Up to when the planned times of an entry were looked at. */
  readonly #seen = new Map<ScheduledEntry, number>();

  constructor(runtime: ScheduleRuntime, onEnd?: OnRunEnd) {
    this.#runtime = runtime;
    this.#onEnd = onEnd;
    this.#running = new Running(runtime);
  }

  /** Runs the schedule until the signal aborts, then waits for running work. Never rejects. */
  async work(signal: AbortSignal): Promise<void> {
    const { clock } = this.#runtime;
    while (!signal.aborted) {
      const isUp = await this.tick();
      const now = clock.now();
      const next = isUp ? this.#next(now) : now + patience;
      await clock.sleep(Math.min(often, Math.max(1, next - now)), signal);
    }
    await this.#running.stop();
  }

  /** Begins the runs that are due now, and resolves to whether the store was there. Runs may go on; `settle()` waits for them. */
  async tick(): Promise<boolean> {
    const now = this.#runtime.clock.now();
    try {
      await Promise.all(this.#runtime.active.map((entry) => this.#look(entry, now)));
      return true;
    } catch (cause) {
      // Missing tables are a mistake of the program: the line says so itself.
      const isOurs = cause instanceof FrameworkError && cause.code === 'E_SCHEDULE_TABLE';
      this.#runtime.report(isOurs ? cause : errors.E_SCHEDULE_OUTAGE({ cause }));
      return false;
    }
  }

  /** Waits for the runs that go on. */
  settle(): Promise<void> {
    return this.#running.settle();
  }

  /** Waits for the runs that go on, up to `schedule.stop_timeout`. */
  stop(): Promise<void> {
    return this.#running.stop();
  }

  /** The next planned time of all entries, in milliseconds since 1970; Infinity if there is none. */
  #next(now: number): number {
    const next = this.#runtime.active.map((entry) => this.#runtime.timesOf(entry).next(now) ?? Infinity);
    return Math.min(Infinity, ...next);
  }

  async #look(entry: ScheduledEntry, now: number): Promise<void> {
    const { claims, app } = this.#runtime;
    const name = entry.entryName;
    const key = `${entry.text} ${this.#runtime.zoneOf(entry)}`.slice(0, 150);
    // A clock that was set back: what is claimed stays claimed.
    const from = Math.min(this.#seen.get(entry) ?? (await claims.seen(name, key, now)), now);
    const times = this.#runtime.timesOf(entry);
    const edge = Math.max(from, now - app.config.schedule.grace * 1000 - 1);
    const late = edge > from ? times.within(from, edge, countedMisses) : [];
    const due = times.within(edge, now);
    // Only the newest one: an entry that runs each minute is not run five times at once.
    const newest = due.at(-1);
    if (newest !== undefined && (await claims.claim(name, newest))) {
      void this.#running.begin(entry, newest, this.#onEnd);
      await claims.note(name, key, newest);
    }
    await this.#tellMissed(entry, [...late, ...due.slice(0, -1)]);
    this.#seen.set(entry, now);
  }

  async #tellMissed(entry: ScheduledEntry, planned: readonly number[]): Promise<void> {
    const { claims, app } = this.#runtime;
    const name = entry.entryName;
    const missed: number[] = [];
    for (const time of planned.slice(-countedMisses)) if (!(await claims.isClaimed(name, time))) missed.push(time);
    const last = missed.at(-1);
    if (last === undefined || !(await claims.isReporter(name, last))) return;
    const count = missed.length < countedMisses ? missed.length : `${countedMisses} or more`;
    const error = errors.E_SCHEDULE_MISSED({ name, count, planned: new Date(missed[0] ?? last).toISOString() });
    app.report(error, { where: 'schedule', warning: true });
  }
}
