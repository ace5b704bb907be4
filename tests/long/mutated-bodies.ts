import { fuzzBodies } from '../hostile/support/fuzz-bodies.ts';
import { HostileApplication } from '../hostile/wire/application.ts';

/** 200,000 mutated bodies, half of them to each driver. */
export const run = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  const rows: Record<string, object> = {};
  for (const driver of ['koa', 'fastify']) {
    const application = await HostileApplication.open(driver, { config: { http: { keep_alive_timeout: 60 } } });
    const { bodies, statuses, slowest, faults } = await fuzzBodies(application, 100_000, 13_000_013);
    await application.close();
    rows[driver] = { bodies, ...statuses, slowest: `${slowest.toFixed(0)} ms`, wrong: faults.length };
    found.push(...faults.slice(0, 20), ...(slowest > 1000 ? [`${driver}: one took ${slowest.toFixed(0)} ms`] : []));
  }
  console.table(rows);
  return found;
};
