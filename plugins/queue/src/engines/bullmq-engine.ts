import { randomUUID } from 'node:crypto';
import type { Job, JobsOptions } from 'bullmq';
import type { Attempt, FailedJob, HeldJob, LaneCounts, NewJob, QueueEngine, TakenJob, TakeOptions } from '../engine.ts';
import { errors } from '../errors.ts';
import { levels } from '../job.ts';
import { BullmqLanes, type BullmqOptions, type Data } from './bullmq-lanes.ts';
import { burstOf, intervalOf, permitScript } from './rates.ts';
import { withVanished } from './sql.ts';

/** A job that this process holds. */
interface Held {
  readonly job: Job<Data>;
  /** When its lease ends at the earliest, on the clock of `performance`. */
  until: number;
}

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
  readonly #lanes: BullmqLanes;
  /** The jobs that this process holds, by their token. */
  readonly #held = new Map<string, Held>();

  constructor(options: BullmqOptions) {
    this.#options = options;
    this.#lanes = new BullmqLanes(options);
  }

  async add(jobs: readonly NewJob[]): Promise<readonly string[]> {
    const added: string[] = [];
    for (const some of byLane(jobs)) {
      const [first] = some;
      if (first === undefined) continue;
      const { queue } = await this.#lanes.of(first.queue, first.level);
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
    if (limit <= 0) return taken;
    const lanes = await this.#lanes.ofQueue(queue);
    // Of empty lanes, too: a worker looks for the jobs of those that were killed.
    const workers = await Promise.all(lanes.map((lane) => this.#lanes.worker(lane)));
    const counts = await Promise.all(lanes.map((lane) => lane.queue.getJobCounts('waiting', 'delayed')));
    for (const [i, worker] of workers.entries()) {
      const { waiting = 0, delayed = 0 } = counts[i] ?? {};
      // Those that wait are taken together; of the delayed ones, the first that is not due ends it.
      if (waiting + delayed === 0) continue;
      for (let count = Math.max(1, waiting); taken.length < limit; count = 1) {
        const some = Array.from({ length: Math.min(limit - taken.length, count) }, () => this.#takeOne(worker, lease));
        const found = (await Promise.all(some)).filter((job) => job !== null);
        taken.push(...found);
        if (found.length < some.length) break;
      }
    }
    return taken;
  }

  async #takeOne(worker: Awaited<ReturnType<BullmqLanes['worker']>>, lease: number): Promise<TakenJob | null> {
    const token = randomUUID();
    const until = performance.now() + Math.min(lease, this.#options.lease);
    const job = await worker.getNextJob(token, { block: false });
    if (job === undefined) return null;
    if (lease !== this.#options.lease) await job.extendLock(token, lease);
    if (job.data.uniqueUntilStart) await job.removeDeduplicationKey();
    this.#held.set(token, { job, until });
    return takenOf(job, token);
  }

  async begin({ token, attempt }: TakenJob): Promise<boolean> {
    const held = this.#held.get(token);
    if (held === undefined) return false;
    // Redis need not be asked for a lease that cannot have ended.
    const isSure = performance.now() < held.until - this.#options.lease / 10;
    return ifHeld(() =>
      isSure
        ? held.job.updateData({ ...held.job.data, begun: attempt })
        : this.#change(held, token, { begun: attempt }),
    );
  }

  async renew(jobs: readonly HeldJob[], lease: number): Promise<readonly string[]> {
    const until = performance.now() + lease;
    const kept = await Promise.all(
      jobs.map(async ({ token }) => {
        const held = this.#held.get(token);
        if (held === undefined || (await held.job.extendLock(token, lease)) !== 1) return false;
        held.until = until;
        return true;
      }),
    );
    // A lost job ends without another call.
    for (const [i, { token }] of jobs.entries()) if (kept[i] !== true) this.#held.delete(token);
    return jobs.filter((_job, i) => kept[i] === true).map(({ id }) => id);
  }

  async done(jobs: readonly HeldJob[]): Promise<readonly string[]> {
    const ended = await Promise.all(
      jobs.map((job) => this.#end(job, ({ job: done }, token) => done.moveToCompleted('', token, false))),
    );
    return jobs.filter((_job, i) => ended[i] === true).map(({ id }) => id);
  }

  retry(job: HeldJob, delay: number, history: readonly Attempt[]): Promise<boolean> {
    return this.#end(job, async (held, token) => {
      await this.#change(held, token, { history });
      await held.job.moveToDelayed(Date.now() + delay, token);
    });
  }

  fail(job: HeldJob, history: readonly Attempt[]): Promise<boolean> {
    return this.#end(job, async (held, token) => {
      await this.#change(held, token, { history });
      await held.job.moveToFailed(new Error(history.at(-1)?.error ?? ''), token, false);
    });
  }

  release(job: TakenJob): Promise<boolean> {
    return this.#end(job, async (held, token) => {
      await this.#change(held, token, { begun: job.attempt - 1 });
      await held.job.moveToWait(token);
    });
  }

  async failed(limit: number): Promise<readonly FailedJob[]> {
    const all = await Promise.all((await this.#lanes.known()).map(async ({ queue }) => queue.getFailed(0, limit - 1)));
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
      const lane = await this.#lanes.of(queue, level);
      await (paused ? lane.queue.pause() : lane.queue.resume());
    }
  }

  async counts(): Promise<readonly LaneCounts[]> {
    const sums = new Map<string, { waiting: number; running: number; failed: number; paused: boolean }>();
    for (const { queue } of await this.#lanes.known()) {
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

  close(): Promise<void> {
    return this.#lanes.close();
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
    if ((await held.job.extendLock(token, this.#options.lease)) !== 1)
      throw Object.assign(new Error('lost'), { code: -2 });
    await held.job.updateData({ ...held.job.data, ...changes });
  }

  async #eachFailed(id: string | null, work: (job: Job<Data>) => Promise<void>): Promise<number> {
    let count = 0;
    for (const { queue } of await this.#lanes.known()) {
      const found = id === null ? await queue.getFailed() : [await queue.getJob(id)];
      for (const job of found) {
        if (job === undefined || !(await job.isFailed())) continue;
        await work(job);
        count++;
      }
    }
    return count;
  }
}

/** The jobs of each lane, in their order. */
const byLane = (jobs: readonly NewJob[]): Iterable<readonly NewJob[]> => {
  const groups = new Map<string, NewJob[]>();
  for (const job of jobs) {
    const group = groups.get(`${job.queue}~${job.level}`);
    if (group === undefined) groups.set(`${job.queue}~${job.level}`, [job]);
    else group.push(job);
  }
  return groups.values();
};

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

const takenOf = ({ id = '', name, data }: Job<Data>, token: string): TakenJob => {
  const { queue, payload, attempts, origin, begun } = data;
  const vanished = (attempt: number): Attempt => ({ attempt, at: Date.now(), error: errors.E_JOB_VANISHED().message });
  const attempt = begun + 1;
  return { id, queue, token, name, payload, attempt, attempts, ...withVanished(data.history, begun, vanished), origin };
};
