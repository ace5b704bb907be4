import { hasBalancer } from './support/balancer.ts';
import { rollOut } from './support/rollout.ts';

const rounds = 5;
const requests = 100_000;

/** Two servers behind HAProxy, replaced one after another under load: no request fails, and none is sent twice. */
export const run = async (): Promise<readonly string[]> => {
  if (!hasBalancer()) return ['HAProxy is not installed: apt-get install haproxy'];
  const began = performance.now();
  const { failed, ...seen } = await rollOut({ rounds, requests, clients: 32, drain: 3 });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log('Rollouts of two servers behind HAProxy');
  console.table({ [`${rounds} rollouts`]: { ...seen, failed: failed.length, seconds } });
  const faults = failed.slice(0, 10);
  if (seen.processes !== (rounds + 1) * 2) faults.push(`${seen.processes} processes answered`);
  return faults;
};
