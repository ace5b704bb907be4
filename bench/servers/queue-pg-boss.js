// pg-boss by `fetch()` and `complete()`, without the half second that its `work()` pauses between two jobs. The argument is how many jobs
// it fetches at once; as many loops as make ten jobs at the same time.
import PgBoss from 'pg-boss';
import { concurrency, handlers, payloads, serveQueue, url } from './queue-contract.js';

const batchSize = Number(process.argv[2] ?? 1);
const boss = new PgBoss({ connectionString: url, schema: 'boss', max: concurrency, supervise: false, schedule: false });
boss.on('error', (error) => console.error(error));
await boss.start();
const options = { retryLimit: 4, retryDelay: 10, retryBackoff: true };
for (const name of Object.keys(handlers)) await boss.createQueue(name);

serveQueue({
  add: (name) => boss.send(name, { order: 7 }, options),
  addMany: (name, count) => boss.insert(payloads(count).map((data) => ({ name, data, ...options }))),
  async work(name, count) {
    let left = count;
    const loop = async () => {
      while (left > 0) {
        const jobs = await boss.fetch(name, { batchSize });
        left -= jobs.length;
        await Promise.all(jobs.map(handlers[name]));
        if (jobs.length > 0)
          await boss.complete(
            name,
            jobs.map(({ id }) => id),
          );
      }
    };
    await Promise.all(Array.from({ length: concurrency / batchSize }, loop));
  },
});
