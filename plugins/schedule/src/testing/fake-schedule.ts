import type { Application, Duration } from '@taproot/core';
import { seconds } from '@taproot/core/plugin';
import type { Clock } from '../clock.ts';
import { errors } from '../errors.ts';
import { type KeptRun, scheduleOf } from '../schedule-runtime.ts';
import { Scheduler } from '../scheduler.ts';

/** The schedule of an application on a clock that only moves when a test says so. Work is really done. */
export class FakeSchedule {
  readonly #app: Application;
  readonly #scheduler: Scheduler;
  readonly #clock: Clock;
  #now: number;
  #runs: KeptRun[] = [];

  /** Made by `fakeSchedule()`. */
  constructor(app: Application, begin: Date | string | number) {
    const runtime = scheduleOf(app);
    this.#app = app;
    this.#now = new Date(begin).getTime();
    this.#clock = runtime.clock;
    runtime.clock = { now: () => this.#now, sleep: () => Promise.resolve() };
    runtime.begun = (run) => void this.#runs.push(run);
    this.#scheduler = new Scheduler(runtime);
  }

  /** The time of the clock. */
  get now(): Date {
    return new Date(this.#now);
  }

  /**
   * Moves the clock forwards. Each run that comes due begins at its own time; the promise waits for it.
   * @example await schedule.travel('1d'); schedule.assertRan('carts.tidy');
   */
  async travel(duration: Duration): Promise<this> {
    return this.travelTo(this.#now + seconds(duration) * 1000);
  }

  /** Moves the clock forwards to a time, such as `2026-10-25T01:00:00Z`. */
  async travelTo(time: Date | string | number): Promise<this> {
    const end = new Date(time).getTime();
    const runtime = scheduleOf(this.#app);
    await this.#look();
    for (;;) {
      const times = runtime.active.map((entry) => runtime.timesOf(entry).next(this.#now) ?? Infinity);
      const next = Math.min(Infinity, ...times);
      if (next > end) break;
      this.#now = next;
      await this.#look();
    }
    this.#now = end;
    await this.#look();
    return this;
  }

  /** Sets the clock to any time, forwards or backwards, as if an administrator had corrected it. Runs that are due then begin. */
  async jumpTo(time: Date | string | number): Promise<this> {
    await this.#look();
    this.#now = new Date(time).getTime();
    await this.#look();
    return this;
  }

  /** The runs that began, in their order; all of them, or those of one entry. */
  runs(name?: string): readonly KeptRun[] {
    return this.#runs.filter((run) => name === undefined || run.name === name);
  }

  /**
   * The entry ran: at least once, or as often as the number says.
   * @throws E_SCHEDULE_ASSERTION and E_SCHEDULE_UNKNOWN
   */
  assertRan(name: string, times?: number): this {
    const { length } = this.#of(name);
    if (times === undefined) return this.#expect(length > 0, `"${name}" did not run.`);
    return this.#expect(length === times, `"${name}" ran ${length} times, not ${times}.`);
  }

  /**
   * The entry ran for this planned time.
   * @throws E_SCHEDULE_ASSERTION and E_SCHEDULE_UNKNOWN
   */
  assertRanAt(name: string, time: Date | string): this {
    const planned = new Date(time);
    const found = this.#of(name).some(({ plannedAt }) => plannedAt.getTime() === planned.getTime());
    return this.#expect(found, `"${name}" did not run for ${planned.toISOString()}.`);
  }

  /**
   * The entry did not run.
   * @throws E_SCHEDULE_ASSERTION and E_SCHEDULE_UNKNOWN
   */
  assertNotRan(name: string): this {
    return this.#expect(this.#of(name).length === 0, `"${name}" ran.`);
  }

  /** Forgets the runs. */
  clear(): void {
    this.#runs = [];
  }

  /** The clock is that of the computer again. */
  restore(): void {
    const runtime = scheduleOf(this.#app);
    runtime.clock = this.#clock;
    runtime.begun = null;
  }

  /** A misspelt name must not pass as an entry that did not run. */
  #of(name: string): readonly KeptRun[] {
    scheduleOf(this.#app).find(name);
    return this.runs(name);
  }

  async #look(): Promise<void> {
    await this.#scheduler.tick();
    await this.#scheduler.settle();
  }

  #expect(holds: boolean, message: string): this {
    if (holds) return this;
    const runs = this.#runs.slice(-50).map(({ name, plannedAt }) => `${name} ${plannedAt.toISOString()}`);
    throw errors.E_SCHEDULE_ASSERTION({ message, runs: runs.join('; ') || 'none' });
  }
}

/**
 * Puts the schedule of an application on a clock of the test, which begins at this time: 2026-01-01 in UTC by default.
 *
 * @example const schedule = fakeSchedule(app, '2026-03-28T12:00:00Z'); await schedule.travel('1d'); schedule.assertRan('report', 1);
 */
export const fakeSchedule = (app: Application, begin: Date | string | number = Date.UTC(2026, 0, 1)): FakeSchedule =>
  new FakeSchedule(app, begin);
