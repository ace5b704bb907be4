import { hasCode } from '@taproot/core';
import { describeValue, isError } from '@taproot/core/plugin';
import { howToBegin, writeProgress } from '../batches.ts';
import { effectOnce } from '../effects.ts';
import { type Attempt, type NewJob, nowhere, type TakenJob } from '../engine.ts';
import { errors } from '../errors.ts';
import { type Job, PermanentError, waitAfter } from '../job.ts';
import { currentOrigin, readPayload } from '../new-jobs.ts';
import type { QueueRuntime } from '../queue-runtime.ts';
import type { JobRun } from '../run.ts';
import { attempts } from '../traced-jobs.ts';

/** How an attempt ended. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'skip' }
  | { readonly kind: 'retry'; readonly delay: number; readonly entry: Attempt; readonly error: unknown }
  | { readonly kind: 'fail'; readonly entry: Attempt | null; readonly error: unknown };

/** Seconds after which a job is tried again that this version of the code does not know. */
const unknownDelay = 60;

/** An attempt of a job, which its worker can abort. */
export class Attempted {
  readonly taken: TakenJob;
  readonly #runtime: QueueRuntime;
  readonly #controller = new AbortController();
  /** Resolves once `handle()` was called, or the attempt has ended without it. */
  readonly started: Promise<void>;
  #start: () => void = () => undefined;

  constructor(runtime: QueueRuntime, taken: TakenJob) {
    this.#runtime = runtime;
    this.taken = taken;
    this.started = new Promise((resolve) => (this.#start = resolve));
  }

  /** Aborts `run.signal`. */
  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Runs the job. Never rejects. */
  async run(): Promise<Outcome> {
    try {
      return await this.#run();
    } finally {
      this.#start();
    }
  }

  async #run(): Promise<Outcome> {
    const { taken } = this;
    const job = this.#runtime.jobs.find(taken.name);
    if (job === null) return this.#outcome(this.#runtime.jobs.unknown(taken.name), null);
    // The history has the attempts of the workers that vanished.
    if (taken.attempt > taken.attempts) return { kind: 'fail', entry: null, error: errors.E_JOB_VANISHED() };
    if (!this.#runtime.isSync && taken.origin?.batch !== undefined) {
      const begin = await howToBegin(this.#runtime, taken).catch((cause: unknown) => {
        this.#runtime.reportOutage(cause);
        return 'run' as const;
      });
      if (begin !== 'run') return { kind: begin };
    }
    let payload: Readonly<Record<string, unknown>>;
    try {
      payload = await readPayload(this.#runtime, job, taken.payload);
    } catch (error) {
      return this.#outcome(error, job, hasCode(error, 'E_JOB_PAYLOAD'));
    }
    const { name, queue, id, attempt } = taken;
    const origin = taken.origin ?? nowhere;
    const facts = { job: name, queue, id, attempt };
    try {
      const work = (): Promise<void> => this.#handle(job, payload);
      await currentOrigin.run(origin, () => attempts.run(this.#runtime.app, facts, work, origin));
      return { kind: 'done' };
    } catch (error) {
      return hasCode(error, 'E_JOB_CANCELLED') ? { kind: 'skip' } : this.#outcome(error, job);
    }
  }

  async #handle(job: Job, payload: Readonly<Record<string, unknown>>): Promise<void> {
    const seconds = job.timeout ?? this.#runtime.app.config.queue.timeout;
    const { signal } = this.#controller;
    const timer = setTimeout(() => this.abort(errors.E_JOB_TIMEOUT({ job: job.name, seconds })), seconds * 1000);
    // A job may ignore its signal; its attempt ends all the same.
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    aborted.catch(() => undefined);
    try {
      const working = Promise.resolve(job.handle(payload, this.#jobRun(job)));
      this.#start();
      await Promise.race([aborted, working]);
    } catch (error) {
      // Given back: that is no failure of the job, also in the log.
      if (!hasCode(signal.reason, 'E_JOB_STOPPED')) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #jobRun(job: Job): JobRun {
    const { taken } = this;
    const runtime = this.#runtime;
    const origin = taken.origin ?? nowhere;
    let written = -Infinity;
    return {
      id: taken.id,
      attempt: taken.attempt,
      attempts: taken.attempts,
      queue: taken.queue,
      signal: this.#controller.signal,
      origin,
      locale: origin.locale ?? runtime.app.locale,
      key: (effect) => `${taken.id}:${effect}`,
      progress: async (part) => {
        if (!(part >= 0 && part <= 1)) throw errors.E_JOB_PROGRESS({ job: job.name, value: describeValue(part) });
        if (runtime.isSync || (part < 1 && performance.now() - written < 1000)) return;
        written = performance.now();
        await writeProgress(runtime, taken.id, part);
      },
      once: async (effect, work) => {
        if (typeof effect !== 'string' || effect === '' || effect.startsWith('~') || effect.length > 120)
          throw errors.E_JOB_ONCE_KEY({ job: job.name, value: describeValue(effect) });
        const { database } = runtime;
        if (database === null) throw errors.E_JOB_ONCE({ job: job.name });
        this.#controller.signal.throwIfAborted();
        runtime.noteEffects(taken.id);
        return effectOnce({ database, job: taken, fenced: runtime.isFenced }, effect, work);
      },
    };
  }

  #outcome(error: unknown, job: Job | null, permanent = error instanceof PermanentError): Outcome {
    const { attempt, attempts } = this.taken;
    const entry: Attempt = { attempt, at: Date.now(), error: lineOf(error) };
    if (permanent || attempt >= attempts) return { kind: 'fail', entry, error };
    if (job === null) return { kind: 'retry', delay: unknownDelay, entry, error };
    let delay = this.#runtime.app.config.queue.backoff;
    try {
      delay = waitAfter(job.backoff ?? delay, attempt, error);
    } catch (fault) {
      // The backoff of the job fails; the job itself must still be tried again.
      this.#runtime.app.report(fault, { where: 'queue' });
    }
    return { kind: 'retry', delay, entry, error };
  }
}

/** Runs jobs at once, one after the other. Rejects with the error of the first that fails. */
export const runNow = async (runtime: QueueRuntime, jobs: readonly NewJob[]): Promise<readonly string[]> => {
  for (const job of jobs) {
    const taken = { ...job, token: job.id, attempt: 1, attempts: 1, history: [], vanished: false };
    const outcome = await new Attempted(runtime, taken).run();
    if (outcome.kind === 'retry' || outcome.kind === 'fail') throw outcome.error;
  }
  return jobs.map(({ id }) => id);
};

/** An error in one line, without its stack. A job may throw anything, also an object that cannot be read. */
export const lineOf = (error: unknown): string => {
  let text = 'A job threw an error that cannot be read.';
  try {
    text = isError(error) ? `${error.name}: ${error.message}` : `A job threw ${describeValue(error)}.`;
  } catch {
    // The text above says so.
  }
  return text.slice(0, 10_000).replaceAll(/\s+/g, ' ').slice(0, 1000);
};
