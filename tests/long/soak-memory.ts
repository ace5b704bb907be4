import { longSoak } from './support/long-soak.ts';
import type { Held } from './support/soak.ts';

const MiB = 1024 * 1024;
const limits: Readonly<Record<keyof Held, number>> = { heap: 5 * MiB, rss: 30 * MiB, descriptors: 2, timers: 0 };
const names = ['heap', 'rss', 'descriptors', 'timers'] as const;

/** What the server of the soak holds after its last request, beside the 200,000th. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  for (const driver of ['koa', 'fastify']) {
    const { before, after } = await longSoak(driver);
    const shown = (what: keyof Held): string => {
      const grown = after[what] - before[what];
      return limits[what] < MiB ? String(grown) : `${(grown / MiB).toFixed(1)} MiB`;
    };
    rows[driver] = Object.fromEntries(names.map((what) => [what, shown(what)]));
    for (const what of names)
      if (after[what] - before[what] > limits[what]) faults.push(`${driver}: ${what} grew by ${shown(what)}`);
  }
  console.log('Growth from the 200,000th to the 1,000,000th request of the soak');
  console.table(rows);
  return faults;
};
