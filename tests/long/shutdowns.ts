import { Random } from '../support/random.ts';
import { type Shutdown, shutDown } from './support/shutdown.ts';

const runs = 100;
const inFlight = 200;

/** What was not as it must be in one shutdown, by any clock. */
export const lossesOf = ({ faults, code }: Shutdown): string[] => [
  ...faults,
  ...(code === 0 ? [] : [`ended with ${code}`]),
];

const faultsOf = (seen: Shutdown): string[] => [...lossesOf(seen), ...delaysOf(seen)];

const delaysOf = ({ ended, idleClosed }: Shutdown): string[] => [
  ...(ended <= 10_000 ? [] : [`ended after ${ended.toFixed(0)} ms`]),
  ...(idleClosed <= 1000 ? [] : [`idle connections closed after ${idleClosed.toFixed(0)} ms`]),
];

/** A hundred servers told to end with two hundred requests in flight: every one is answered. */
export const run = async (): Promise<readonly string[]> => {
  const random = new Random(9);
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  for (const driver of ['koa', 'fastify']) {
    const seen: Shutdown[] = [];
    for (let run = 0; run < runs / 2; run++) seen.push(await shutDown(driver, inFlight, random));
    const worst = (what: 'ended' | 'idleClosed') => `${Math.max(...seen.map((run) => run[what])).toFixed(0)} ms`;
    const unanswered = seen.flatMap((run) => run.faults).length;
    rows[driver] = { runs: seen.length, unanswered, 'ended by': worst('ended'), 'idle closed by': worst('idleClosed') };
    faults.push(...seen.flatMap(faultsOf).map((fault) => `${driver}: ${fault}`));
  }
  console.log(`Shutdowns with ${inFlight} requests in flight`);
  console.table(rows);
  return faults;
};
