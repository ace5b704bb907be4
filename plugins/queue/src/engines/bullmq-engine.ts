import { randomUUID } from 'node:crypto';
import { importOptional } from '@taproot/core/internal';
import type * as Bullmq from 'bullmq';
import type { Job, JobsOptions, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type {
  Attempt,
  FailedJob,
  HeldJob,
  JobOrigin,
  LaneCounts,
  NewJob,
  QueueEngine,
  TakenJob,
  TakeOptions,
} from '../engine.ts';
import { errors } from '../errors.ts';
import { levels } from '../job.ts';
import { burstOf, intervalOf, permitScript } from './rates.ts';
import { withVanished } from './sql.ts';

/** The data of a job in BullMQ. */
interface Data {
  readonly queue: string;
  readonly payload: string;
  readonly attempts: number;
  readonly uniqueUntilStart: boolean;
  readonly origin: JobOrigin | null;
  readonly history: readonly Attempt[];
  /** How many attempts have begun. */
  readonly begun: number;
}

type Held = Job<Data>;

/** A queue of BullMQ for one queue and priority: BullMQ sorts jobs with a priority, which costs more than a list. */
interface Lane {
  readonly queue: Queue<Data>;
  /** Takes jobs; made when this process takes the first one. */
  worker: Worker<Data> | null;
}

/** How the engine reaches Redis. */
export interface BullmqOptions {
  /** The client that adds jobs. It rejects at once while Redis is away. */
  readonly open: () => Promise<Redis>;
  /** The prefix of every key. */
  readonly prefix: string;
  /** Milliseconds of a lease, which BullMQ calls the duration of a lock. */
  readonly lease: number;
}

/**
 * The longest time that a worker waits for an answer of Redis, in milliseconds. Without one it would neither end nor go on while Redis is
 * away. A job that was taken behind this time comes back after its lease.
 */
const longest = 5000;

/** BullMQ answers with negative codes when the lock of a job is gone, or the job itself. */
const isLost = (error: unknown): boolean => {
  const code: unknown = Object(error).code;
  return typeof code === 'number' && code < 0;
};

const ifHeld = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    if (isLost(error)) return false;
    throw error;
  }
};

/** Keeps jobs in Redis by BullMQ: `getNextJob()` and its companions, which its documentation calls "manually processing jobs". */
export class BullmqEngine implements QueueEngine {
  readonly name = 'redis';
  readonly #options: BullmqOptions;
  readonly #lanes = new Map<string, Promise<Lane>>();
  /** The jobs that this process holds, by their token. */
  readonly #held = new Map<string, Held>();
  #workers: Redis | null = null;

  constructor(options: BullmqOptions) {
    this.#options = options;
  }

  async add(jobs: readonly NewJob[]): Promise<readonly string[]> {
    const added: string[] = [];
    const groups = new Map<string, NewJob[]>();
    for (const job of jobs) {
      const name = laneName(job.queue, job.level);
      groups.set(name, [...(groups.get(name) ?? []), job]);
    }
    for (const [name, some] of groups) {
      const { queue } = await this.#lane(name);
      const made = await queue.addBulk(
        some.map((job) => ({ name: job.name, data: dataOf(job), opts: optionsOf(job) })),
      );
      // Of a job with a taken key, BullMQ answers the id of the other one.
      for (const [i, { id }] of some.entries()) if (made[i]?.id === id) added.push(id);
    }
    return added;
  }

  async take({ queues, limit, lease, rates = {} }: TakeOptions): Promise<readonly TakenJob[]> {
    const taken: TakenJob[] = [];
    for (const queue of queues) {
      const rate = rates[queue];
      const left = limit - taken.length;
      if (rate === undefined || left <= 0) {
        taken.push(...(await this.#takeFrom(queue, left, lease)));
        continue;
      }
      const client = await this.#options.open();
      const key = `${this.#options.prefix}:rate:${queue}`;
      const interval = intervalOf(rate);
      const permits = Number(await client.eval(permitScript, 1, key, interval, burstOf(rate), left));
      const some = await this.#takeFrom(queue, permits, lease);
      taken.push(...some);
      if (some.length < permits) await client.decrby(key, (permits - some.length) * interval);
    }
    return taken;
  }

  async #takeFrom(queue: string, limit: number, lease: number): Promise<readonly TakenJob[]> {
    const taken: TakenJob[] = [];
    for (const level of Object.values(levels)) {
      if (taken.length >= limit) break;
      const worker = await this.#worker(laneName(queue, level));
      while (taken.length < limit) {
        const token = randomUUID();
        const job = await worker.getNextJob(token, { block: false });
        if (job === undefined) break;
        if (lease !== this.#options.lease) await job.extendLock(token, lease);
        if (job.data.uniqueUntilStart) await job.removeDeduplicationKey();
        this.#held.set(token, job);
        taken.push(takenOf(job, token));
      }
    }
    return taken;
  }

  async begin({ token, attempt }: TakenJob): Promise<boolean> {
    const held = this.#held.get(token);
    return held !== undefined && (await ifHeld(() => this.#change(held, token, { begun: attempt })));
  }

  async renew(jobs: readonly HeldJob[], lease: number): Promise<readonly string[]> {
    const kept = await Promise.all(
      jobs.map(async ({ token }) => (await this.#held.get(token)?.extendLock(token, lease)) === 1),
    );
    // A lost job ends without another call.
    for (const [i, { token }] of jobs.entries()) if (kept[i] !== true) this.#held.delete(token);
    return jobs.filter((_job, i) => kept[i] === true).map(({ id }) => id);
  }

  async done(jobs: readonly HeldJob[]): Promise<readonly string[]> {
    const ended = await Promise.all(
      jobs.map((job) => this.#end(job, (held, token) => held.moveToCompleted('', token, false))),
    );
    return jobs.filter((_job, i) => ended[i] === true).map(({ id }) => id);
  }

  retry(job: HeldJob, delay: number, history: readonly Attempt[]): Promise<boolean> {
    return this.#end(job, async (held, token) => {
      await this.#change(held, token, { history });
      await held.moveToDelayed(Date.now() + delay, token);
    });
  }

  fail(job: HeldJob, history: readonly Attempt[]): Promise<boolean> {
    return this.#end(job, async (held, token) => {
      await this.#change(held, token, { history });
      await held.moveToFailed(new Error(history.at(-1)?.error ?? ''), token, false);
    });
  }

  release(job: TakenJob): Promise<boolean> {
    return this.#end(job, async (held, token) => {
      await this.#change(held, token, { begun: job.attempt - 1 });
      await held.moveToWait(token);
    });
  }

  async failed(limit: number): Promise<readonly FailedJob[]> {
    const all = await Promise.all((await this.#known()).map(async ({ queue }) => queue.getFailed(0, limit - 1)));
    return all
      .flat()
      .toSorted((a, b) => (b.finishedOn ?? 0) - (a.finishedOn ?? 0))
      .slice(0, limit)
      .map(({ id = '', name, finishedOn = 0, data }) => ({
        id,
        name,
        queue: data.queue,
        payload: data.payload,
        failedAt: finishedOn,
        history: data.history,
      }));
  }

  retryFailed(id: string | null): Promise<number> {
    return this.#eachFailed(id, async (job) => {
      await job.updateData({ ...job.data, history: [], begun: 0 });
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    });
  }

  forget(id: string | null): Promise<number> {
    return this.#eachFailed(id, (job) => job.remove());
  }

  async pause(queue: string, paused: boolean): Promise<void> {
    for (const level of Object.values(levels)) {
      const lane = await this.#lane(laneName(queue, level));
      await (paused ? lane.queue.pause() : lane.queue.resume());
    }
  }

  async counts(): Promise<readonly LaneCounts[]> {
    const sums = new Map<string, { waiting: number; running: number; failed: number; paused: boolean }>();
    for (const { queue } of await this.#known()) {
      const name = queue.name.slice(0, queue.name.lastIndexOf('~'));
      const counted = await queue.getJobCounts('waiting', 'delayed', 'active', 'failed');
      const isPaused = await queue.isPaused();
      const sum = sums.get(name) ?? { waiting: 0, running: 0, failed: 0, paused: false };
      sum.waiting += (counted['waiting'] ?? 0) + (counted['delayed'] ?? 0);
      sum.running += counted['active'] ?? 0;
      sum.failed += counted['failed'] ?? 0;
      sums.set(name, { ...sum, paused: sum.paused || isPaused });
    }
    return [...sums]
      .map(([queue, sum]) => ({ queue, ...sum }))
      .filter(({ waiting, running, failed, paused }) => paused || waiting + running + failed > 0)
      .toSorted((a, b) => (a.queue < b.queue ? -1 : 1));
  }

  async check(): Promise<void> {
    await (await this.#options.open()).ping();
  }

  async close(): Promise<void> {
    for (const opening of this.#lanes.values()) {
      const { queue, worker } = await opening;
      await worker?.close(true);
      await queue.close();
    }
    this.#workers?.disconnect();
  }

  async #end({ token }: HeldJob, work: (held: Held, token: string) => Promise<unknown>): Promise<boolean> {
    const held = this.#held.get(token);
    if (held === undefined) return false;
    const isHeld = await ifHeld(() => work(held, token));
    this.#held.delete(token);
    return isHeld;
  }

  /** Changes the data of a job whose lock is valid: writing them needs no lock, so it is asked first. */
  async #change(held: Held, token: string, changes: Partial<Data>): Promise<void> {
    if ((await held.extendLock(token, this.#options.lease)) !== 1) throw Object.assign(new Error('lost'), { code: -2 });
    await held.updateData({ ...held.data, ...changes });
  }

  async #eachFailed(id: string | null, work: (job: Held) => Promise<void>): Promise<number> {
    let count = 0;
    for (const { queue } of await this.#known()) {
      const found = id === null ? await queue.getFailed() : [await queue.getJob(id)];
      for (const job of found) {
        if (job === undefined || !(await job.isFailed())) continue;
        await work(job);
        count++;
      }
    }
    return count;
  }

  /** The lanes that have ever had jobs, of all processes. */
  async #known(): Promise<readonly Lane[]> {
    const client = await this.#options.open();
    const names = await client.smembers(this.#key);
    return Promise.all(names.map((name) => this.#lane(name)));
  }

  get #key(): string {
    return `${this.#options.prefix}:lanes`;
  }

  #lane(name: string): Promise<Lane> {
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    const opening = this.#open(name);
    this.#lanes.set(name, opening);
    opening.catch(() => this.#lanes.delete(name));
    return opening;
  }

  async #open(name: string): Promise<Lane> {
    const { open, prefix } = this.#options;
    const { Queue } = await library();
    const client = await open();
    await client.sadd(this.#key, name);
    const queue = new Queue<Data>(name, { connection: client, prefix, skipWaitingForReady: true });
    // Commands reject with the same error.
    queue.on('error', () => undefined);
    return { queue, worker: null };
  }

  async #worker(name: string): Promise<Worker<Data>> {
    const lane = await this.#lane(name);
    if (lane.worker !== null) return lane.worker;
    const { open, prefix, lease } = this.#options;
    const { Worker } = await library();
    this.#workers ??= (await open())
      .duplicate({ maxRetriesPerRequest: null, enableOfflineQueue: true, commandTimeout: Math.min(lease, longest) })
      .on('error', () => undefined);
    const worker = new Worker<Data>(name, null, {
      connection: this.#workers,
      prefix,
      autorun: false,
      skipLockRenewal: true,
      lockDuration: lease,
      stalledInterval: Math.max(50, Math.min(30_000, lease / 2)),
      // The attempts of a job say how often it may be lost.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    });
    worker.on('error', () => undefined);
    try {
      // A worker whose first commands failed would fail for ever.
      await worker.waitUntilReady();
    } catch (error) {
      await worker.close(true).catch(() => undefined);
      throw error;
    }
    lane.worker ??= worker;
    if (lane.worker !== worker) await worker.close(true);
    else await worker.startStalledCheckTimer();
    return lane.worker;
  }
}

const library = (): Promise<typeof Bullmq> =>
  importOptional(
    'bullmq',
    () => import('bullmq'),
    (cause) => errors.E_QUEUE_PACKAGE({ cause }),
  );

const laneName = (queue: string, level: number): string => `${queue}~${level}`;

const dataOf = ({ queue, payload, attempts, uniqueUntilStart, origin }: NewJob): Data => ({
  queue,
  payload,
  attempts,
  uniqueUntilStart,
  origin,
  history: [],
  begun: 0,
});

const optionsOf = ({ id, delay, uniqueKey }: NewJob): JobsOptions => ({
  jobId: id,
  delay: Math.round(delay),
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: false,
  ...(uniqueKey === null ? {} : { deduplication: { id: uniqueKey } }),
});

const takenOf = ({ id = '', name, data }: Held, token: string): TakenJob => {
  const { queue, payload, attempts, origin, begun } = data;
  const vanished = (attempt: number): Attempt => ({ attempt, at: Date.now(), error: errors.E_JOB_VANISHED().message });
  const attempt = begun + 1;
  return { id, queue, token, name, payload, attempt, attempts, ...withVanished(data.history, begun, vanished), origin };
};
