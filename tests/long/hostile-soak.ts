import { hostileSoak } from '../hostile/support/hostile-soak.ts';

const minutes = Number(process.env['MINUTES'] ?? 30);
const MiB = 1024 * 1024;

/** Half an hour (MINUTES) of good requests, a fifth of all hostile, shared by both drivers. */
export const run = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  const rows: Record<string, object> = {};
  for (const driver of ['koa', 'fastify']) {
    const seconds = (minutes * 60) / 2;
    const { faults, alone, among, good, hostile, grown } = await hostileSoak({
      driver,
      baseline: Math.min(60, seconds / 2),
      seconds,
      rate: 200,
      seed: Date.now(),
    });
    rows[driver] = {
      good,
      hostile,
      'p99 alone': `${alone.p99.toFixed(1)} ms`,
      'p99 among': `${among.p99.toFixed(1)} ms`,
      rss: `${(grown / MiB).toFixed(0)} MiB`,
      faults: faults.length,
    };
    found.push(...faults.slice(0, 20));
    if (among.p99 > 2 * alone.p99)
      found.push(`${driver}: p99 ${among.p99.toFixed(1)} ms, alone ${alone.p99.toFixed(1)} ms`);
  }
  console.table(rows);
  return found;
};
