import { describeValue } from '@taproot/core/plugin';
import { ScheduledEntry, type ScheduledRun, type ScheduledWork } from './entry.ts';
import { errors } from './errors.ts';
import type { OnRunEnd, RunOutcome } from './running.ts';
import { Running } from './running.ts';
import type { ScheduleRuntime } from './schedule-runtime.ts';
import { Scheduler } from './scheduler.ts';

/** The part of a job that the schedule needs; `job()` of `@taproot/queue` makes one. */
export interface ScheduledJob<Payload> {
  /** The name under which it waits. */
  readonly name: string;
  /** Does the work. */
  handle(payload: Payload, run: never): unknown;
}

/** The arguments after the job; the payload of a job without rules may be left out. */
type PayloadOf<Payload> = {} extends Payload
  ? [payload?: Payload | (() => Payload)]
  : [payload: Payload | (() => Payload)];

/** An entry as listings show it. */
export interface ListedEntry {
  /** The name under which runs are claimed. */
  readonly name: string;
  /** The kind of work: `call`, `job reports.daily`, `command cache:clear`. */
  readonly kind: string;
  /** The cron text of its times. */
  readonly cron: string;
  /** The time zone of its times. */
  readonly timezone: string;
  /** Whether it runs in this environment. */
  readonly active: boolean;
  /** The next planned times. */
  readonly next: readonly Date[];
  /** The line that declares it. */
  readonly place: string;
}

/** How the schedule runs. */
export interface ScheduleWorkOptions {
  /** Stops the scheduler: it begins no more runs, and waits for running work up to `schedule.stop_timeout`. */
  readonly signal: AbortSignal;
  /** Called after each run, for output. */
  readonly onEnd?: OnRunEnd;
}

/** The facade `Schedule`: work at fixed times, once for all processes and machines. */
export class Schedule {
  readonly #runtime: ScheduleRuntime;

  constructor(runtime: ScheduleRuntime) {
    this.#runtime = runtime;
  }

  /**
   * An entry that calls a function.
   * @throws E_SCHEDULE_NAME, E_SCHEDULE_WORK, E_SCHEDULE_LATE
   * @example schedule.call('carts.tidy', () => tidyCarts()).dailyAt('03:00', 'Europe/Berlin');
   */
  call(name: string, work: ScheduledWork): ScheduledEntry {
    if (typeof work !== 'function')
      throw errors.E_SCHEDULE_WORK({ name, value: describeValue(work), expected: 'a function' });
    return this.#add(name, 'call', work);
  }

  /**
   * An entry that dispatches a job on the queue, where it is tried again when it fails. Its name is that of the job. A function as payload is
   * called for each run.
   * @throws E_SCHEDULE_NAME, E_SCHEDULE_WORK, E_SCHEDULE_LATE; the boot fails with E_SCHEDULE_QUEUE if no queue does the job.
   * @example schedule.job(report, { days: 7 }).mondays().at('08:00');
   */
  job<Payload>(job: ScheduledJob<Payload>, ...[payload]: PayloadOf<Payload>): ScheduledEntry {
    if (typeof job?.name !== 'string' || typeof job.handle !== 'function')
      throw errors.E_SCHEDULE_WORK({ name: 'job', value: describeValue(job), expected: 'a job of @taproot/queue' });
    return this.#add(job.name, `job ${job.name}`, async () => {
      const given: unknown = typeof payload === 'function' ? (payload as () => Payload)() : (payload ?? {});
      await this.#runtime.app.provided('jobs')?.dispatch(job.name, Object(given) as Readonly<Record<string, unknown>>);
    });
  }

  /**
   * An entry that runs a console command, with its arguments. Its name is the command with points: `cache:clear`.
   * @throws E_SCHEDULE_WORK, E_SCHEDULE_LATE; the boot fails with E_SCHEDULE_CONSOLE without a console.
   * @example schedule.command('cache:clear').weekly();
   */
  command(command: string): ScheduledEntry {
    if (typeof command !== 'string' || command.trim() === '')
      throw errors.E_SCHEDULE_WORK({ name: 'command', value: describeValue(command), expected: 'a command line' });
    const [name = ''] = command.trim().split(/\s/);
    return this.#add(name, `command ${command}`, async () => {
      const result = await this.#runtime.app.provided('commands')?.call(command);
      if (result === undefined || result.code === 0) return;
      const output = result.output.trim().slice(-2000);
      throw errors.E_SCHEDULE_COMMAND({ command, code: result.code, output });
    });
  }

  /** The entries with their next planned times, three by default. */
  list(count = 3): readonly ListedEntry[] {
    const runtime = this.#runtime;
    const active = new Set(runtime.active);
    const now = runtime.clock.now();
    return runtime.entries.map((entry) => {
      const times = runtime.timesOf(entry);
      const next: Date[] = [];
      for (let at = times.next(now); at !== null && next.length < count; at = times.next(at)) next.push(new Date(at));
      return {
        name: entry.entryName,
        kind: entry.kind,
        cron: entry.text ?? '',
        timezone: runtime.zoneOf(entry),
        active: active.has(entry),
        next,
        place: String(entry.place),
      };
    });
  }

  /**
   * Begins the runs that are due now, and waits for their end. For a cron of the system that calls `npx taproot schedule:run` each minute. Resolves to how
   * the runs of this process ended.
   */
  async run(): Promise<Readonly<Record<RunOutcome, number>>> {
    const ended = { done: 0, skipped: 0, failed: 0 };
    const scheduler = new Scheduler(this.#runtime, (_name, outcome) => void ended[outcome]++);
    if (!(await scheduler.tick())) ended.failed++;
    await scheduler.settle();
    return ended;
  }

  /** Runs the schedule until the signal aborts, then waits for running work. `npx taproot schedule:work` calls it. Never rejects. */
  work({ signal, onEnd }: ScheduleWorkOptions): Promise<void> {
    return new Scheduler(this.#runtime, onEnd).work(signal);
  }

  /**
   * Does the work of an entry now, whatever its times. Nothing is claimed. Resolves to how it ended.
   * @throws E_SCHEDULE_UNKNOWN
   */
  async test(name: string): Promise<RunOutcome> {
    const entry = this.#runtime.find(name);
    return new Running(this.#runtime).begin(entry, this.#runtime.clock.now());
  }

  #add(name: string, kind: string, work: (run: ScheduledRun) => unknown): ScheduledEntry {
    const entry = new ScheduledEntry(name, kind, work, () => this.#runtime.isFixed);
    this.#runtime.add(entry);
    return entry;
  }
}
