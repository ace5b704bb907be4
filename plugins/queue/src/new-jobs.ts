import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Application, Context } from '@taproot/core';
import { describeValue, originOf, seconds } from '@taproot/core/plugin';
import { isSchema } from '@taproot/validation';
import { isQueueName } from './config.ts';
import type { JobOrigin, NewJob } from './engine.ts';
import { errors } from './errors.ts';
import { type Job, type JobOptions, levels } from './job.ts';
import { jobId } from './job-id.ts';
import type { QueueRuntime } from './queue-runtime.ts';

/** Bytes of a payload as JSON. MySQL allows 65,535 in a column of text. */
const payloadBytes = 60_000;

const longestDelay = 10 * 366 * 86_400;

/** The origin of the job that runs in this asynchronous context: jobs that it dispatches pass it on. */
export const currentOrigin = new AsyncLocalStorage<JobOrigin>();

/** Who dispatches jobs. */
export interface Dispatcher {
  /** The request that dispatches them: they get its id, its trace and its locale. A job passes on those that it got itself. */
  readonly ctx?: Context;
  /** The id of the user for whom they work. */
  readonly user?: string | number;
}

/** Makes a job of each payload. Throws `E_JOB_PAYLOAD`, `E_JOB_SIZE`, `E_JOB_UNREGISTERED` and `E_JOB_OPTION`. */
export const newJobs = async (
  runtime: QueueRuntime,
  job: Job,
  payloads: readonly unknown[],
  options: JobOptions & Dispatcher,
): Promise<readonly NewJob[]> => {
  const { config } = runtime.app;
  if (!runtime.jobs.has(job)) throw errors.E_JOB_UNREGISTERED({ job: job.name, place: String(job.place) });
  const { queue = job.queue ?? config.queue.default, priority = job.priority, delay = 0 } = options;
  const refuse = (key: string, value: unknown, expected: string): Error =>
    errors.E_JOB_OPTION({ job: job.name, key, value: describeValue(value), expected });
  if (!isQueueName(queue)) throw refuse('queue', queue, 'a name of 1 to 64 characters');
  if (!(priority in levels)) throw refuse('priority', priority, '"high", "normal" or "low"');
  const wait = seconds(delay, `The delay of the job "${job.name}"`);
  if (!(wait >= 0 && wait <= longestDelay)) throw refuse('delay', delay, 'a time from 0 to ten years');
  const origin = jobOrigin(runtime.app, options);
  const made: NewJob[] = [];
  for (const given of payloads) {
    // What a schema gives may not pass it a second time, so the job waits with what it was given.
    const sent = isSchema(job.rules) ? (JSON.stringify(given) ?? 'undefined') : null;
    const valid = await readPayload(runtime, job, sent ?? given);
    const payload = sent ?? JSON.stringify(valid);
    const bytes = Buffer.byteLength(payload);
    if (bytes > payloadBytes) throw errors.E_JOB_SIZE({ job: job.name, bytes, limit: payloadBytes });
    const key = job.keyOf(valid);
    made.push({
      id: jobId(),
      name: job.name,
      queue,
      level: levels[priority],
      payload,
      delay: wait * 1000,
      attempts: job.attempts ?? config.queue.attempts,
      uniqueKey: key === null ? null : createHash('sha256').update(`${job.name}\0${key}`).digest('hex'),
      uniqueUntilStart: job.uniqueUntilStart,
      origin,
    });
  }
  return made;
};

/** Null if nothing is known, which most rows then need not hold. */
const jobOrigin = (app: Application, { ctx, user }: Dispatcher): JobOrigin | null => {
  const outer = currentOrigin.getStore();
  const origin = originOf(app, ctx);
  const locale = ctx?.locale() ?? outer?.locale ?? null;
  const id = user === undefined ? (outer?.user ?? null) : String(user);
  const isKnown = origin.requestId !== '' || Object.keys(origin.trace).length > 0 || locale !== null || id !== null;
  return isKnown ? { ...origin, locale, user: id } : null;
};

/** Reads the payload of a job, and judges it by the rules of this version of the code. Throws `E_JOB_PAYLOAD`. */
export const readPayload = async (
  { app }: QueueRuntime,
  { name, rules }: Job,
  given: unknown,
): Promise<Readonly<Record<string, unknown>>> => {
  let data: unknown = given;
  if (typeof given === 'string') {
    try {
      data = JSON.parse(given);
    } catch (cause) {
      throw errors.E_JOB_PAYLOAD({ job: name, reason: 'it is not JSON.' }, { cause });
    }
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw errors.E_JOB_PAYLOAD({ job: name, reason: `it is ${describeValue(data)}, but must be an object.` });
  if (!isSchema(rules) && Object.keys(rules).length === 0) return {};
  const judged = await app.facades.Validation().judge(data, rules);
  if (judged.valid) return judged.value;
  const reason = Object.entries(judged.errors.all())
    .flatMap(([field, messages]) =>
      Object.values(messages).map((text) => (isSchema(rules) ? `${field}: ${text}` : text)),
    )
    .join(' ');
  throw errors.E_JOB_PAYLOAD({ job: name, reason });
};
