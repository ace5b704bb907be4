import { slowCrowd } from '../hostile/support/slow-crowd.ts';

const MiB = 1024 * 1024;

/** 1,000 clients that stop in their headers and 200 that stop in their bodies, under the default limits. */
export const run = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  const rows: Record<string, object> = {};
  for (const driver of ['koa', 'fastify']) {
    const { seconds, good, p99, wrong, unanswered, grown } = await slowCrowd(
      driver,
      { headers: 1000, bodies: 200 },
      {},
    );
    rows[driver] = {
      'all closed': `${seconds.toFixed(1)} s`,
      good,
      p99: `${p99.toFixed(1)} ms`,
      rss: `+${(grown / MiB).toFixed(0)} MiB`,
      unanswered,
    };
    found.push(...wrong.slice(0, 20));
    if (seconds > 31) found.push(`${driver}: the last was closed after ${seconds.toFixed(1)} s`);
    if (p99 >= 100) found.push(`${driver}: p99 of good requests ${p99.toFixed(0)} ms`);
    if (grown >= 50 * MiB) found.push(`${driver}: RSS grew by ${(grown / MiB).toFixed(0)} MiB`);
    if (unanswered > 0) found.push(`${driver}: ${unanswered} were closed without 408`);
  }
  console.table(rows);
  return found;
};
