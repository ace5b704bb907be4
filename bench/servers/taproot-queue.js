// Taproot as its documents write it, in production; the argument is the engine.
import { createFacades, setup } from '@taproot/core';
import { database, sql } from '@taproot/database';
import { job, queue, queueTables } from '@taproot/queue';
import { redis } from '@taproot/redis';
import { validation } from '@taproot/validation';
import { concurrency, handlers, payloads, prefix, serveQueue, url } from './queue-contract.js';

const [engine = 'database'] = process.argv.slice(2);

const handle = createFacades();
const { facades } = handle;

/** Each name of a job has a queue of its own, so that a worker finds no job of another. */
const jobs = {
  nothing: job({ name: 'nothing', queue: 'nothing', payload: { order: 'required|integer' }, handle: handlers.nothing }),
  wait: job({ name: 'wait', queue: 'wait', payload: { order: 'required|integer' }, handle: handlers.wait }),
};

/** @type {import('@taproot/database').ConnectionConfig} */
const main = { driver: 'pgsql', url, pool: { max: concurrency } };
const app = await setup(handle, { basePath: new URL('.', import.meta.url) })
  .withPlugins([...(engine === 'redis' ? [redis()] : [database()]), validation(), queue()])
  .withConfig({
    ...(engine === 'redis' ? {} : { database: { default: 'main', connections: { main }, migrate_on_boot: false } }),
    queue: { engine, concurrency, redis: { prefix: `${prefix}-taproot` } },
  })
  .withJobs(Object.values(jobs))
  .create();

if (engine !== 'redis')
  for (const statement of queueTables.up)
    await sql
      .raw(statement)
      .execute(/** @type {import('@taproot/database').MigrationDb} */ (/** @type {unknown} */ (facades.DB())));

serveQueue({
  add: (name) => facades.Queue().dispatch(jobs[name], { order: 7 }),
  addMany: (name, count) => facades.Queue().dispatchMany(jobs[name], payloads(count)),
  work: (name, count) =>
    facades.Queue().work({ signal: new AbortController().signal, queues: [name], concurrency, maxJobs: count }),
});
void app;
