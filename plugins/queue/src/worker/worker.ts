import { setTimeout as pause } from 'node:timers/promises';
import { cancelledOf, endMember } from '../batches.ts';
import type { HeldJob, QueueEngine, TakenJob } from '../engine.ts';
import { errors } from '../errors.ts';
import type { QueueRuntime } from '../queue-runtime.ts';
import { Attempted, lineOf, type Outcome } from './attempt.ts';

/** How a worker works. */
export interface WorkOptions {
  /** Stops the worker: it takes no more jobs, and waits for the running ones up to `queue.stop_timeout`. */
  readonly signal: AbortSignal;
  /** Names of queues, the most important first; `queue.default` by default. */
  readonly queues?: readonly string[];
  /** How many jobs it runs at the same time; `queue.concurrency` by default. */
  readonly concurrency?: number;
  /** Stops when no job may begin; false by default. */
  readonly untilEmpty?: boolean;
  /** Stops after this many jobs; any number by default. */
  readonly maxJobs?: number;
  /** Stops when the process uses more memory than this, in megabytes; unlimited by default. */
  readonly maxMemory?: number;
  /** Called after each attempt, for output. `back` is a job that was given back, because the worker stops. */
  readonly onEnd?: (job: TakenJob, outcome: Outcome['kind'] | 'lost' | 'back', milliseconds: number) => void;
}

/** Milliseconds that jobs get to end by themselves once their signals are aborted. */
const grace = 500;

/** Milliseconds before a worker asks its engine again after a failure. */
const patience = 1000;

/** A job that this worker holds. */
interface Running {
  readonly attempted: Attempted;
  /** Resolves when the attempt has ended; null until it begins. */
  ended: Promise<void> | null;
  /** Whether its lease is gone, or it was given back. */
  lost: boolean;
  /** Whether it was given back. */
  back: boolean;
}

/** Takes jobs, runs them, renews their leases and writes down how they ended. */
export class Worker {
  readonly #runtime: QueueRuntime;
  readonly #engine: QueueEngine;
  readonly #options: WorkOptions;
  readonly #running = new Map<string, Running>();
  readonly #lease: number;
  readonly #stop = new AbortController();
  readonly #rates: Readonly<Record<string, number>>;
  /** Jobs that are done and not yet written down. */
  #finished: { readonly job: TakenJob; readonly settle: () => void }[] = [];
  #writing: Promise<void> | null = null;
  #wake: () => void = () => undefined;
  #count = 0;
  #taken = 0;

  constructor(runtime: QueueRuntime, options: WorkOptions) {
    this.#runtime = runtime;
    this.#engine = runtime.engine;
    this.#options = options;
    this.#lease = Math.round(runtime.app.config.queue.lease * 1000);
    const limits = Object.entries(runtime.app.config.queue.queues);
    this.#rates = Object.fromEntries(limits.map(([name, limit]) => [name, limit.per_second]));
  }

  /** Works until its signal aborts or its options end it. Resolves to the number of jobs that were done. Never rejects. */
  async work(): Promise<number> {
    const { signal } = this.#options;
    const stop = (): void => {
      this.#stop.abort();
      this.#wake();
    };
    if (signal.aborted) return 0;
    signal.addEventListener('abort', stop, { once: true });
    const renewing = setInterval(() => void this.#renew(), this.#lease / 3);
    try {
      await this.#takeJobs();
      await this.#end();
    } finally {
      clearInterval(renewing);
      signal.removeEventListener('abort', stop);
    }
    return this.#count;
  }

  get #isOver(): boolean {
    const { maxJobs = Infinity, maxMemory = Infinity } = this.#options;
    if (this.#stop.signal.aborted || this.#taken >= maxJobs) return true;
    // To ask for the memory is a call of the system.
    return maxMemory < Infinity && process.memoryUsage.rss() > maxMemory * 1024 * 1024;
  }

  async #takeJobs(): Promise<void> {
    const { config } = this.#runtime.app;
    const { maxJobs = Infinity, untilEmpty = false } = this.#options;
    const { queues = [config.queue.default], concurrency = config.queue.concurrency } = this.#options;
    const rates = queues.flatMap((queue) => this.#rates[queue] ?? []);
    // The time until a queue with a limit may have another job.
    const short = rates.length === 0 ? null : Math.max(5, 1000 / Math.max(...rates));
    let hungry = performance.now() + config.queue.poll * 1000;
    while (!this.#isOver) {
      const free = Math.min(concurrency - this.#running.size, maxJobs - this.#taken);
      // Listens before it asks, so that news in between is not missed.
      const nap = this.#nap();
      if (free <= 0) {
        await nap(null);
        continue;
      }
      // Before it asks: a job that ends in between may wait again.
      const isIdle = this.#running.size === 0;
      const taken = await this.#take(queues, free);
      await this.#beginAll(taken ?? []);
      if (taken !== null && taken.length > 0)
        hungry = performance.now() + Math.max(config.queue.poll * 1000, 2 * (short ?? 0));
      if (taken === null) await nap(patience);
      else if (taken.length > 0) await nap(0);
      else if (short !== null && performance.now() < hungry) await nap(short);
      else if (untilEmpty && this.#running.size === 0) {
        await nap(0);
        if (isIdle) return;
      } else await nap(config.queue.poll * 1000);
    }
  }

  async #take(queues: readonly string[], limit: number): Promise<readonly TakenJob[] | null> {
    try {
      await this.#runtime.tidy();
      return await this.#engine.take({ queues, limit, lease: this.#lease, rates: this.#rates });
    } catch (cause) {
      this.#runtime.reportOutage(cause);
      return null;
    }
  }

  /**
   * Begins to listen for the end of a job, for a job of this process, and for the end of the worker. The function that it returns waits for
   * one of them, or for the time; without a time for one of them alone, and with 0 for nothing.
   */
  #nap(): (milliseconds: number | null) => Promise<void> {
    const { news } = this.#runtime;
    let wake = (): void => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    news.on('added', wake);
    this.#wake = wake;
    return async (milliseconds) => {
      const timer = milliseconds === null ? null : setTimeout(wake, milliseconds);
      if (milliseconds !== 0) await woken;
      if (timer !== null) clearTimeout(timer);
      news.off('added', wake);
    };
  }

  /**
   * Begins jobs one after the other, so that one that kills this process costs those behind it no attempt. A job whose last worker vanished
   * may be such a job: it runs alone.
   */
  async #beginAll(jobs: readonly TakenJob[]): Promise<void> {
    // All are held from now on: their leases are renewed while they wait for their turn.
    const held = jobs.map((job) => {
      const attempted = new Attempted(this.#runtime, job);
      const running: Running = { attempted, ended: null, lost: false, back: false };
      this.#running.set(job.id, running);
      return running;
    });
    this.#taken += jobs.length;
    for (const running of held.filter(({ attempted }) => !attempted.taken.vanished)) await this.#begin(running);
    for (const running of held.filter(({ attempted }) => attempted.taken.vanished)) {
      await this.#alone();
      await this.#begin(running);
      await this.#alone();
    }
  }

  /** Resolves when no attempt runs, or the worker stops. */
  async #alone(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && [...this.#running.values()].some(({ ended }) => ended !== null)) await this.#nap()(null);
  }

  /** Resolves when `handle()` was called. A job that has not begun when the worker stops is given back. */
  async #begin(running: Running): Promise<void> {
    const { attempted } = running;
    const job = attempted.taken;
    if (this.#stop.signal.aborted || running.lost) return this.#drop(running);
    // Without an attempt left, it does not begin: it fails for good.
    if (job.attempt <= job.attempts) {
      const isHeld = await this.#untilWritten(() => this.#engine.begin(job));
      if (isHeld !== true) this.#lose(job);
      if (running.lost) return this.#drop(running);
    }
    const begun = performance.now();
    running.ended = attempted.run().then(async (outcome) => {
      await this.#settle(job, outcome);
      const kind = running.back ? 'back' : running.lost ? 'lost' : outcome.kind;
      this.#running.delete(job.id);
      this.#wake();
      this.#options.onEnd?.(job, kind, performance.now() - begun);
    });
    await attempted.started;
  }

  /** Gives back a job that has not begun. */
  async #drop({ attempted, lost }: Running): Promise<void> {
    if (!lost) await this.#engine.release(attempted.taken).catch(() => false);
    this.#running.delete(attempted.taken.id);
  }

  /** Writes down how an attempt ended. While the engine is away, tries again until the lease has ended. */
  async #settle(job: TakenJob, outcome: Outcome): Promise<void> {
    if (this.#running.get(job.id)?.lost === true) return;
    if (job.origin?.batch !== undefined && outcome.kind !== 'retry') {
      const { kind } = outcome;
      const counted = await this.#untilWritten(() => endMember(this.#runtime, job, kind));
      if (counted === null) return this.#lose(job);
      if (counted !== 'fail') return this.#finish(job);
    }
    if (outcome.kind === 'done' || outcome.kind === 'skip') return this.#finish(job);
    const history = outcome.entry === null ? job.history : [...job.history, outcome.entry];
    const isHeld = await this.#untilWritten(() => {
      if (outcome.kind === 'fail') return this.#engine.fail(job, history);
      return this.#engine.retry(job, outcome.delay * 1000, history);
    });
    if (isHeld !== true) return this.#lose(job);
    const { name, id, attempt, attempts } = job;
    const reason = lineOf(outcome.error);
    const init = { cause: outcome.error };
    const { app } = this.#runtime;
    if (outcome.kind === 'fail')
      app.report(errors.E_JOB_FAILED({ job: name, id, attempts: Math.min(attempt, attempts), reason }, init), {
        where: 'queue',
      });
    else {
      const seconds = Math.round(outcome.delay * 10) / 10;
      app.report(errors.E_JOB_RETRIED({ job: name, id, attempt, attempts, seconds, reason }, init), {
        where: 'queue',
        warning: true,
      });
    }
  }

  /** Jobs that end while others are written down are written down together. */
  async #finish(job: TakenJob): Promise<void> {
    await new Promise<void>((settle) => {
      this.#finished.push({ job, settle });
      this.#writing ??= this.#write();
    });
  }

  async #write(): Promise<void> {
    // Jobs that end in the same turn go together.
    await Promise.resolve();
    while (this.#finished.length > 0) {
      const some = this.#finished;
      this.#finished = [];
      const ended = new Set(await this.#untilWritten(() => this.#engine.done(some.map(({ job }) => job))));
      for (const { job, settle } of some) {
        if (ended.has(job.id)) this.#count++;
        else this.#lose(job);
        settle();
      }
    }
    // In the same turn as the last look: a job that ends later begins to write anew.
    this.#writing = null;
  }

  async #untilWritten<Result>(write: () => Promise<Result>): Promise<Result | null> {
    const until = performance.now() + this.#lease;
    for (;;) {
      try {
        return await write();
      } catch (cause) {
        this.#runtime.reportOutage(cause);
        if (performance.now() + patience > until) return null;
        await pause(patience);
      }
    }
  }

  async #renew(): Promise<void> {
    const held: HeldJob[] = [...this.#running.values()]
      .filter(({ lost }) => !lost)
      .map(({ attempted }) => attempted.taken);
    if (held.length === 0) return;
    await this.#abortCancelled().catch(this.#runtime.reportOutage);
    try {
      const kept = new Set(await this.#engine.renew(held, this.#lease));
      for (const { id } of held) {
        const running = this.#running.get(id);
        // It may have ended while the engine was asked; then nothing is lost.
        if (running === undefined || kept.has(id) || this.#finished.some(({ job }) => job.id === id)) continue;
        if (this.#writing === null) this.#lose(running.attempted.taken);
      }
    } catch (cause) {
      this.#runtime.reportOutage(cause);
    }
  }

  /** Aborts the running members of chains and batches that were cancelled. */
  async #abortCancelled(): Promise<void> {
    const members = [...this.#running.values()].filter(({ attempted }) => attempted.taken.origin?.batch !== undefined);
    if (members.length === 0) return;
    const ids = members.map(({ attempted }) => attempted.taken.origin?.batch ?? '');
    const cancelled = new Set(await cancelledOf(this.#runtime, ids));
    for (const { attempted } of members)
      if (cancelled.has(attempted.taken.origin?.batch ?? ''))
        attempted.abort(errors.E_JOB_CANCELLED({ job: attempted.taken.name }));
  }

  #lose(job: TakenJob): void {
    const running = this.#running.get(job.id);
    if (running === undefined || running.lost) return;
    running.lost = true;
    const error = errors.E_JOB_LEASE({ job: job.name, id: job.id });
    running.attempted.abort(error);
    this.#runtime.app.report(error, { where: 'queue', warning: true });
  }

  /** Waits for the running jobs, then gives back those that have not ended. */
  async #end(): Promise<void> {
    const { stop_timeout: seconds } = this.#runtime.app.config.queue;
    await this.#allEnd(seconds * 1000);
    if (this.#running.size === 0) return;
    const left = [...this.#running.values()].filter(({ lost }) => !lost);
    for (const running of left) {
      const { name } = running.attempted.taken;
      // Marked first: an attempt that fails because of its signal must not count.
      running.lost = true;
      running.back = true;
      running.attempted.abort(errors.E_JOB_STOPPED({ job: name, seconds }));
      this.#runtime.app.report(errors.E_JOB_STOPPED({ job: name, seconds }), { where: 'queue', warning: true });
    }
    await this.#allEnd(grace);
    await Promise.all(left.map(({ attempted }) => this.#engine.release(attempted.taken).catch(() => false)));
  }

  async #allEnd(milliseconds: number): Promise<void> {
    const controller = new AbortController();
    const late = pause(milliseconds, undefined, { signal: controller.signal }).catch(() => undefined);
    await Promise.race([late, Promise.all([...this.#running.values()].map(({ ended }) => ended ?? Promise.resolve()))]);
    controller.abort();
  }
}
