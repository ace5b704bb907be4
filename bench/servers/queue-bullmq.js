// Bare BullMQ, with the options that the engine `redis` of Taproot gives its jobs: five attempts, nothing kept of a job that is done.
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { concurrency, handlers, payloads, prefix, redisUrl, serveQueue } from './queue-contract.js';

const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
const opts = { attempts: 5, backoff: { type: 'exponential', delay: 10_000 }, removeOnComplete: true };

/** Each name of a job has a queue of its own, so that a worker finds no job of another. */
const queues = {
  nothing: new Queue('nothing', { connection, prefix: `${prefix}-bare` }),
  wait: new Queue('wait', { connection, prefix: `${prefix}-bare` }),
};

serveQueue({
  add: (name) => queues[name].add(name, { order: 7 }, opts),
  addMany: (name, count) => queues[name].addBulk(payloads(count).map((data) => ({ name, data, opts }))),
  async work(name, count) {
    const worker = new Worker(name, handlers[name], {
      connection,
      prefix: `${prefix}-bare`,
      concurrency,
      autorun: false,
    });
    let done = 0;
    /** @type {Promise<void>} */
    const ended = new Promise((resolve) => worker.on('completed', () => ++done === count && resolve()));
    void worker.run();
    await ended;
    await worker.close();
  },
});
