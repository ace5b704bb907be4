import { isDeepStrictEqual } from 'node:util';
import type { Application } from '@taproot/core';
import type { NewJob } from '../engine.ts';
import { errors } from '../errors.ts';
import type { Job, PlannedJob } from '../job.ts';
import { queueOf } from '../queue-runtime.ts';
import { runNow } from '../worker/attempt.ts';

/** A job that a test dispatched. */
export interface DispatchedJob<Payload = Readonly<Record<string, unknown>>> {
  /** The name of the job. */
  readonly name: string;
  /** Its payload, as its handler would get it from JSON. */
  readonly payload: Payload;
  /** Milliseconds until it may begin. */
  readonly delay: number;
  /** The queue. */
  readonly queue: string;
}

type Matching<Payload> = Partial<Payload> | ((payload: Payload) => boolean);

/** Keeps the jobs that an application dispatches, and runs none. */
export class FakeQueue {
  readonly #app: Application;
  #jobs: NewJob[] = [];
  #groups: { readonly kind: 'chain' | 'batch'; readonly members: readonly NewJob[] }[] = [];

  /** Made by `fakeQueue()`. */
  constructor(app: Application) {
    this.#app = app;
    queueOf(app).keep = (jobs, kind) => {
      this.#jobs.push(...jobs);
      if (kind !== 'single') this.#groups.push({ kind, members: jobs });
      return jobs.map(({ id }) => id);
    };
  }

  /** The jobs that were dispatched, in their order; all of them, or those of one declaration. */
  dispatched(): readonly DispatchedJob[];
  dispatched<Payload>(job: Job<Payload>): readonly DispatchedJob<Payload>[];
  dispatched(job?: Pick<Job, 'name'>): readonly DispatchedJob[] {
    return this.#jobs.filter(({ name }) => job === undefined || name === job.name).map(shown);
  }

  /**
   * The job was dispatched, with these members of its payload, or with a payload for which the function returns true.
   * @throws E_QUEUE_ASSERTION
   */
  assertDispatched<Payload>(job: Job<Payload>, matching: Matching<Payload> = {}): this {
    const found = this.dispatched(job).some(({ payload }) => matches(payload, matching));
    return this.#expect(found, `The job "${job.name}" was not dispatched${described(matching)}.`);
  }

  /**
   * The job was dispatched this many times.
   * @throws E_QUEUE_ASSERTION
   */
  assertDispatchedTimes<Payload>(job: Job<Payload>, times: number): this {
    const count = this.dispatched(job).length;
    return this.#expect(count === times, `The job "${job.name}" was dispatched ${count} times, not ${times}.`);
  }

  /**
   * No such job was dispatched.
   * @throws E_QUEUE_ASSERTION
   */
  assertNotDispatched<Payload>(job: Job<Payload>, matching: Matching<Payload> = {}): this {
    const found = this.dispatched(job).some(({ payload }) => matches(payload, matching));
    return this.#expect(!found, `The job "${job.name}" was dispatched${described(matching)}.`);
  }

  /**
   * No job was dispatched.
   * @throws E_QUEUE_ASSERTION
   */
  assertNothingDispatched(): this {
    return this.#expect(this.#jobs.length === 0, 'Jobs were dispatched.');
  }

  /**
   * A chain of exactly these jobs was dispatched, in this order. A job stands for any payload, `job.with(payload)` for one with these members.
   * @throws E_QUEUE_ASSERTION
   * @example queue.assertChained([pack.with({ order: 7 }), ship]);
   */
  assertChained(jobs: readonly (Job | PlannedJob)[]): this {
    return this.#expectGroup('chain', jobs);
  }

  /**
   * A batch of exactly these jobs was dispatched, listed in this order. A job stands for any payload, `job.with(payload)` for one with these
   * members.
   * @throws E_QUEUE_ASSERTION
   * @example queue.assertBatched(orders.map(({ id }) => sendInvoice.with({ order: id })));
   */
  assertBatched(jobs: readonly (Job | PlannedJob)[]): this {
    return this.#expectGroup('batch', jobs);
  }

  #expectGroup(kind: 'chain' | 'batch', jobs: readonly (Job | PlannedJob)[]): this {
    const wanted = jobs.map((one) => ('job' in one ? one : { job: one, payload: {} }));
    const found = this.#groups.some(
      (group) =>
        group.kind === kind &&
        group.members.length === wanted.length &&
        group.members.every(({ name, payload }, i) => {
          const { job, payload: matching } = wanted[i] ?? {};
          return name === job?.name && matches(JSON.parse(payload) as object, matching ?? {});
        }),
    );
    const names = wanted.map(({ job, payload }) => `${job.name}${described(payload)}`).join(', ') || 'no job';
    return this.#expect(found, `No ${kind} of ${names} was dispatched.`);
  }

  /** Runs the jobs that were dispatched, and those that they dispatch. Rejects with the error of the first that fails. */
  async run(): Promise<void> {
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      await runNow(queueOf(this.#app), [job]);
    }
  }

  /** Forgets what was dispatched. */
  clear(): void {
    this.#jobs = [];
    this.#groups = [];
  }

  /** Jobs are dispatched again. */
  restore(): void {
    queueOf(this.#app).keep = null;
  }

  #expect(holds: boolean, message: string): this {
    if (holds) return this;
    const dispatched = this.#jobs.map(({ name, payload }) => `${name} ${payload}`).join(', ') || 'none';
    throw errors.E_QUEUE_ASSERTION({ message, dispatched });
  }
}

const shown = ({ name, payload, delay, queue }: NewJob): DispatchedJob & DispatchedJob<never> => ({
  name,
  // A cast: the rules of the job have judged the payload.
  payload: JSON.parse(payload) as never,
  delay,
  queue,
});

const matches = <Payload>(payload: Payload, matching: Matching<Payload>): boolean =>
  typeof matching === 'function'
    ? matching(payload)
    : Object.entries(matching).every(([key, value]) => isDeepStrictEqual(Object(payload)[key], value));

const described = (matching: unknown): string => {
  if (typeof matching === 'function') return ' with such a payload';
  const text = JSON.stringify(matching);
  return text === '{}' ? '' : ` with ${text}`;
};

/**
 * Replaces the queue of an application in a test: jobs are judged and kept, and none runs.
 *
 * @example const queue = fakeQueue(app); await http(app).post('/orders'); queue.assertDispatched(sendInvoice, { order: 7 });
 */
export const fakeQueue = (app: Application): FakeQueue => new FakeQueue(app);
