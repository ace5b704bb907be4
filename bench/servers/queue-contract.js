// What every worker of the case `queue` does alike: jobs that do nothing, or wait for a millisecond, ten at the same time.
import { setTimeout as wait } from 'node:timers/promises';

/** The database of this case alone. */
export const database = 'taproot_bench_queue';

const server = process.env.PGSQL_URL ?? 'postgres://root@127.0.0.1:5432/test';

/** The server's own database, in which that of the case is made. */
export const serverUrl = server;

export const url = server.replace(/\/[^/]*$/, `/${database}`);

export const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

/** The prefix of every key of this case. */
export const prefix = 'bench-queue';

/** Jobs that run at the same time, and connections of each pool. */
export const concurrency = 10;

/** What a job does, by its name. */
export const handlers = {
  nothing: async () => undefined,
  wait: async () => wait(1),
};

/** @typedef {keyof typeof handlers} JobName */

/**
 * One queue, as its documents use it.
 * @typedef {object} Queue
 * @property {(name: JobName) => Promise<unknown>} add Dispatches one job.
 * @property {(name: JobName, count: number) => Promise<unknown>} addMany Dispatches many at once.
 * @property {(name: JobName, count: number) => Promise<unknown>} work Works until this many jobs are done.
 *
 * @typedef {{ readonly name: JobName, readonly count: number, readonly at: number }} Order What to dispatch, `at` jobs at a time, or to work on.
 * @typedef {{ readonly cpu: number, readonly seconds: number }} Done CPU time of this process in microseconds.
 */

const payloads = (/** @type {number} */ count) => Array.from({ length: count }, (_, order) => ({ order }));

export { payloads };

/** Answers each order with what it cost; a job that is worked on is dispatched before. */
export const serveQueue = (/** @type {Queue} */ { add, addMany, work }) => {
  const dispatch = async (/** @type {Order} */ { name, count, at }) => {
    for (let done = 0; done < count; done += at) await (at === 1 ? add(name) : addMany(name, at));
  };
  process.on('message', async (/** @type {Order & { readonly what: 'dispatch' | 'work' }} */ order) => {
    const before = process.cpuUsage();
    const began = performance.now();
    await (order.what === 'work' ? work(order.name, order.count) : dispatch(order));
    const { user, system } = process.cpuUsage(before);
    process.send?.({ cpu: user + system, seconds: (performance.now() - began) / 1000 });
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
};
