import type { Duration } from '@taproot/core';
import { callPlace, describeValue, type Place, seconds } from '@taproot/core/plugin';
import {
  type InferSchemaInput,
  type InferValidated,
  isSchema,
  type RulesInput,
  type StandardSchema,
} from '@taproot/validation';
import { isQueueName } from './config.ts';
import { errors } from './errors.ts';
import type { JobRun } from './run.ts';

/** Jobs of a higher priority begin before all others of their queue. */
export type Priority = 'high' | 'normal' | 'low';

/**
 * The time before the next attempt. A duration is that before the second attempt; it doubles for each further one, up to an hour. A list
 * names each; its last one stays. A function gets the number of the failed attempt and its error.
 */
export type Backoff = Duration | readonly Duration[] | ((attempt: number, error: unknown) => Duration);

/** The declaration of a job. Only `name` and `handle` are required. */
export interface JobDefinition<R> {
  /** The name under which it waits, unique in an application: `invoice.send`. Keep it when you rename the code. */
  readonly name: string;
  /**
   * Rules of the payload, or a Standard Schema that gives an object. They judge it when the job is dispatched, and again when it is taken.
   * Without them, the payload is empty.
   */
  readonly payload?: RulesInput<R>;
  /** How often it is tried; `queue.attempts` by default. */
  readonly attempts?: number;
  /** The time before the next attempt; `queue.backoff` by default. */
  readonly backoff?: Backoff;
  /** How long an attempt may take before `run.signal` aborts and the attempt fails; `queue.timeout` by default. */
  readonly timeout?: Duration;
  /**
   * The key of a job that may wait or run only once: `dispatch()` does nothing while another one with this key waits or runs. The key
   * belongs to the row of the job, so it ends with it, whatever happens to workers. Null for a job of which there may be any number.
   */
  readonly unique?: (payload: InferValidated<R>) => string | null;
  /** Whether the key of `unique` is free again once the job begins; false by default: once it has ended. */
  readonly uniqueUntilStart?: boolean;
  /** The queue it waits in; `queue.default` by default. */
  readonly queue?: string;
  /** `normal` by default. */
  readonly priority?: Priority;
  /** Does the work. It may run more than once, so put effects that must happen once into `run.once()`. */
  readonly handle: (payload: InferValidated<R>, run: JobRun) => unknown;
}

/** The payload that `dispatch()` takes: for a schema, the type before its transforms and defaults. */
export type InferPayload<R> = R extends StandardSchema ? InferSchemaInput<R> : InferValidated<R>;

/** How a job is dispatched, also as a member of a chain or a batch. */
export interface JobOptions {
  /** The time until it may begin; at once by default. */
  readonly delay?: Duration;
  /** The queue; that of the declaration by default. */
  readonly queue?: string;
  /** The priority; that of the declaration by default. */
  readonly priority?: Priority;
}

/** The arguments after a job; the payload of a job without rules may be left out. */
export type GivenPayload<Sent, Options> = {} extends Sent
  ? [payload?: Sent, options?: Options]
  : [payload: Sent, options?: Options];

/** A job with its payload, made by `with()`: a member of a chain or a batch. */
export interface PlannedJob {
  /** The declaration. */
  readonly job: Job;
  /** The payload. */
  readonly payload: object;
  /** How it is dispatched. */
  readonly options: JobOptions;
}

/** A declared job: the argument of `dispatch()`. `Sent` is the payload that it takes, `Payload` the one that `handle()` gets. */
export interface Job<Payload = Readonly<Record<string, unknown>>, Sent = Payload> {
  /** The name under which it waits. */
  readonly name: string;
  /** The rules of its payload, or a schema. */
  readonly rules: Readonly<Record<string, unknown>> | StandardSchema;
  /** How often it is tried; null for `queue.attempts`. */
  readonly attempts: number | null;
  /** The time before the next attempt; null for `queue.backoff`. */
  readonly backoff: Backoff | null;
  /** Seconds that an attempt may take; null for `queue.timeout`. */
  readonly timeout: number | null;
  /** The queue it waits in; null for `queue.default`. */
  readonly queue: string | null;
  /** Its priority, if `dispatch()` gives none. */
  readonly priority: Priority;
  /** Whether its key is free again once the job begins. */
  readonly uniqueUntilStart: boolean;
  /** The line that declares it. */
  readonly place: Place;
  /** The key of a job that may wait or run only once; null for any number. */
  keyOf(payload: Payload): string | null;
  /** Does the work. */
  handle(payload: Payload, run: JobRun): unknown;
  /**
   * The job with a payload, for `chain()` and `batch()`.
   * @example await facades.Queue().chain([sendInvoice.with({ order: 7 }), archive.with({ order: 7 }, { delay: '1d' })]);
   */
  with(...given: GivenPayload<Sent, JobOptions>): PlannedJob;
}

/** Thrown by a job, ends its attempts: trying again would not help. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Declares a job: work that is done later, at least once, by any worker. Register it with `withJobs()`.
 *
 * @throws E_JOB_INVALID for a wrong declaration, E_DURATION_INVALID for a wrong time.
 * @example export const sendInvoice = job({ name: 'invoice.send', payload: { order: 'required|integer' }, async handle({ order }, run) { } });
 */
export const job = <const R = {}>(definition: JobDefinition<R>): Job<InferValidated<R>, InferPayload<R>> => {
  const { name, payload = {}, attempts, timeout, queue, priority = 'normal', backoff, uniqueUntilStart } = definition;
  const expect = (holds: boolean, key: string, value: unknown, expected: string): void => {
    if (!holds)
      throw errors.E_JOB_INVALID({ job: JSON.stringify(name) ?? '', key, value: describeValue(value), expected });
  };
  expect(typeof name === 'string' && /^[\w.:/-]{1,120}$/.test(name), 'name', name, 'a name such as "invoice.send"');
  const isRules = isRecord(payload) || isSchema(payload);
  expect(isRules, 'payload', payload, 'rules by field, or a Standard Schema');
  expect(typeof definition.handle === 'function', 'handle', definition.handle, 'a function');
  const isCount = attempts === undefined || (Number.isSafeInteger(attempts) && attempts > 0 && attempts <= 1000);
  expect(isCount, 'attempts', attempts, 'a whole number from 1 to 1000');
  expect(queue === undefined || isQueueName(queue), 'queue', queue, 'a name of 1 to 64 characters');
  expect(priority in levels, 'priority', priority, '"high", "normal" or "low"');
  const limit = timeout === undefined ? null : seconds(timeout, `The timeout of the job "${name}"`);
  expect(limit === null || limit > 0, 'timeout', timeout, 'a time above 0');
  checkBackoff(name, backoff);
  const declared: Job<InferValidated<R>, InferPayload<R>> = Object.freeze({
    name,
    rules: payload,
    attempts: attempts ?? null,
    backoff: backoff ?? null,
    timeout: limit,
    queue: queue ?? null,
    priority,
    uniqueUntilStart: uniqueUntilStart ?? false,
    place: callPlace(),
    keyOf: (given: InferValidated<R>) => definition.unique?.(given) ?? null,
    handle: (given: InferValidated<R>, run: JobRun) => definition.handle(given, run),
    // A cast: plans of all jobs are of one type, and their payloads are judged when they are dispatched.
    with: (given: unknown = {}, options: JobOptions = {}) => ({
      job: declared as Job,
      payload: given as object,
      options,
    }),
  });
  return declared;
};

const checkBackoff = (name: string, backoff: Backoff | undefined): void => {
  if (backoff === undefined || typeof backoff === 'function') return;
  const all: readonly Duration[] = Array.isArray(backoff) ? backoff : [backoff as Duration];
  for (const one of all) seconds(one, `The backoff of the job "${name}"`);
};

/** Priorities as the engines store them: the lowest number begins first. */
export const levels: Readonly<Record<Priority, number>> = { high: 0, normal: 1, low: 2 };

const longest = 3600;

/**
 * Seconds before the attempt after the one with this number. Doubled times vary by a tenth, so that jobs that failed together do not all
 * come back together.
 */
export const waitAfter = (backoff: Backoff, attempt: number, error: unknown, random = Math.random): number => {
  if (typeof backoff === 'function') return Math.max(0, seconds(backoff(attempt, error), 'The result of backoff()'));
  if (typeof backoff === 'number' || typeof backoff === 'string') {
    const doubled = Math.min(longest, seconds(backoff) * 2 ** Math.min(attempt - 1, 30));
    return doubled * (0.9 + random() * 0.2);
  }
  return seconds(backoff[Math.min(attempt, backoff.length) - 1] ?? 0);
};
