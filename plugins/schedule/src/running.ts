import { setTimeout as wait } from 'node:timers/promises';
import type { ScheduledEntry, ScheduledRun } from './entry.ts';
import { errors } from './errors.ts';
import type { ScheduleRuntime } from './schedule-runtime.ts';
import { runs } from './traced-runs.ts';

/** How a run ended. `failed` was reported. */
export type RunOutcome = 'done' | 'skipped' | 'failed';

/** Milliseconds that work gets to end by itself once its signal is aborted. */
const grace = 500;

interface Open {
  readonly name: string;
  readonly ended: Promise<unknown>;
  readonly abort: AbortController;
}

/** The runs of this process that go on. */
export class Running {
  readonly #runtime: ScheduleRuntime;
  readonly #open = new Set<Open>();

  constructor(runtime: ScheduleRuntime) {
    this.#runtime = runtime;
  }

  /** Does a run that this process has claimed. Never rejects: an error is reported. */
  begin(entry: ScheduledEntry, planned: number, onEnd?: OnRunEnd): Promise<RunOutcome> {
    const abort = new AbortController();
    const name = entry.entryName;
    const isBusy = [...this.#open].some((other) => other.name === name);
    const began = performance.now();
    const ended = this.#run(entry, planned, abort, isBusy).then((outcome) => {
      onEnd?.(name, outcome, performance.now() - began);
      return outcome;
    });
    const open = { name, ended, abort };
    this.#open.add(open);
    void ended.finally(() => this.#open.delete(open));
    return ended;
  }

  /** Waits for the runs that go on. */
  async settle(): Promise<void> {
    await Promise.all([...this.#open].map(({ ended }) => ended));
  }

  /** Waits for the runs up to `schedule.stop_timeout`, then aborts them. Reports those that go on. */
  async stop(): Promise<void> {
    const seconds = this.#runtime.app.config.schedule.stop_timeout;
    if (await this.#endsWithin(seconds * 1000)) return;
    for (const { abort, name } of this.#open) abort.abort(errors.E_SCHEDULE_STOPPED({ name, seconds }));
    if (await this.#endsWithin(grace)) return;
    for (const { name } of this.#open) this.#report(name, errors.E_SCHEDULE_STOPPED({ name, seconds }));
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    const timer = new AbortController();
    const late = wait(milliseconds, false, { signal: timer.signal }).catch(() => false);
    const ended = await Promise.race([this.settle().then(() => true), late]);
    timer.abort();
    return ended;
  }

  async #run(entry: ScheduledEntry, planned: number, abort: AbortController, isBusy: boolean): Promise<RunOutcome> {
    const runtime = this.#runtime;
    const name = entry.entryName;
    const run: ScheduledRun = { name, plannedAt: new Date(planned), signal: abort.signal };
    const late = Math.max(0, runtime.clock.now() - planned);
    const facts = { entry: name, planned: run.plannedAt.toISOString(), late, outcome: 'done' as const };
    try {
      return await runs.run(runtime.app, facts, async (event): Promise<RunOutcome> => {
        const outcome = await this.#guarded(entry, run, abort, isBusy);
        event.outcome = outcome;
        return outcome;
      });
    } catch (error) {
      this.#report(name, error);
      for (const listener of entry.failed) {
        try {
          await listener(error, run);
        } catch (another) {
          this.#report(name, another);
        }
      }
      return 'failed';
    }
  }

  async #guarded(
    entry: ScheduledEntry,
    run: ScheduledRun,
    abort: AbortController,
    isBusy: boolean,
  ): Promise<'done' | 'skipped'> {
    for (const condition of entry.conditions) if (!(await condition(run))) return 'skipped';
    if (!entry.alone) {
      await this.#work(entry, run);
      return 'done';
    }
    if (isBusy) return 'skipped';
    const lost = (): void => abort.abort(errors.E_SCHEDULE_LEASE({ name: run.name }));
    const held = await this.#runtime.claims.hold(run.name, lost, run.signal);
    if (held === null) return 'skipped';
    try {
      await this.#work(entry, run);
    } finally {
      if (!(await held.release())) this.#report(run.name, errors.E_SCHEDULE_LEASE({ name: run.name }));
    }
    return 'done';
  }

  async #work(entry: ScheduledEntry, run: ScheduledRun): Promise<void> {
    this.#runtime.begun?.(run);
    await entry.work(run);
  }

  #report(name: string, error: unknown): void {
    this.#runtime.app.report(error, { where: `schedule "${name}"` });
  }
}

/** Called after each run, for output. */
export type OnRunEnd = (name: string, outcome: RunOutcome, milliseconds: number) => void;
