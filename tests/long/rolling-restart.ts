import { rollingRestart } from './support/rolling-restart.ts';

const restarts = 20;
const requests = 100_000;

/** Two workers behind one port, replaced twenty times under load: no request fails, and none has to be sent again. */
export const run = async (): Promise<readonly string[]> => {
  const began = performance.now();
  const { failed, ...seen } = await rollingRestart(restarts, requests);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log('Rolling restarts of two workers');
  console.table({ [`${restarts} restarts`]: { ...seen, failed: failed.length, seconds } });
  const faults = failed.slice(0, 10);
  if (seen.repeated > 0) faults.push(`${seen.repeated} requests met a connection that was being closed`);
  if (seen.processes < restarts * 2) faults.push(`only ${seen.processes} processes ever answered`);
  return faults;
};
