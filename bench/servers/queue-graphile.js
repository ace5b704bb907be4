// graphile-worker by `run()`, as its documents start it in a process of one's own.
import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { concurrency, handlers, payloads, serveQueue, url } from './queue-contract.js';

const schema = 'graphile';
const logger = new Logger(() => () => undefined);
const utils = await makeWorkerUtils({ connectionString: url, schema, logger });
await utils.migrate();

serveQueue({
  add: (name) => utils.addJob(name, { order: 7 }, { maxAttempts: 5 }),
  addMany: (name, count) =>
    utils.withPgClient((client) =>
      client.query(
        `select id from ${schema}.add_jobs(array(select json_populate_recordset(null::${schema}.job_spec, $1::json)))`,
        [JSON.stringify(payloads(count).map((payload) => ({ identifier: name, payload, max_attempts: 5 })))],
      ),
    ),
  async work(name, count) {
    const events = new EventEmitter();
    let done = 0;
    /** @type {Promise<void>} */
    const ended = new Promise((resolve) => events.on('job:complete', () => ++done === count && resolve()));
    const runner = await run({
      connectionString: url,
      maxPoolSize: concurrency,
      schema,
      logger,
      events,
      concurrency,
      noHandleSignals: true,
      parsedCronItems: [],
      taskList: { [name]: handlers[name] },
    });
    await ended;
    await runner.stop();
  },
});
