import {
  type Admitted,
  concurrencies,
  isExact,
  limits,
  type Run,
  registerRuns,
  runOnce,
} from '../throttle/support/exact.ts';
import { bootLimiter } from '../throttle/support/limited.ts';
import { Processes } from '../throttle/support/processes.ts';
import { RedisServer } from '../throttle/support/redis-server.ts';

const repetitions = 50;

/** Makes every run of the matrix; resolves to those that were not exact. */
const runMatrix = async (where: string, make: (run: Run) => Promise<Admitted>): Promise<string[]> => {
  const faults: string[] = [];
  const table: Record<string, Record<string, string>> = {};
  for (const points of limits) {
    const row: Record<string, string> = {};
    for (const concurrency of concurrencies) {
      let exact = 0;
      for (let time = 0; time < repetitions; time++) {
        const run = { points, concurrency, key: `${points}/${concurrency}/${time}` };
        if (isExact(run, await make(run))) exact++;
        else faults.push(`${where}: ${run.key}`);
      }
      row[`${concurrency} at once`] = `${exact}/${repetitions}`;
    }
    table[`limit ${points}`] = row;
  }
  console.log(`Exact runs, ${where}`);
  console.table(table);
  return faults;
};

/** Exactly the limit is admitted: in memory, on Redis, and by four processes on one Redis. */
export const run = async (): Promise<readonly string[]> => {
  const memory = await bootLimiter({ register: registerRuns });
  const faults = await runMatrix('memory', (run) => runOnce(memory.limiter, run));
  await memory.app.close();

  const server = await RedisServer.start();
  const config = { store: 'redis', timeout: 10, redis: { prefix: 'one' } } as const;
  const redis = await bootLimiter({ url: server.url, config, register: registerRuns });
  await redis.app.open();
  faults.push(...(await runMatrix('one process on Redis', (run) => runOnce(redis.limiter, run))));
  await redis.app.close();

  const processes = await Processes.start(4, server.url, 'four');
  faults.push(...(await runMatrix('four processes on one Redis', (run) => processes.run(run))));
  await processes.stop();
  await server.kill();
  return faults;
};
