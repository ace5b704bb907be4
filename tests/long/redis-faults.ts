import { Redis } from 'ioredis';
import { ErrorProxy } from '../throttle/support/error-proxy.ts';
import { bootLimiter } from '../throttle/support/limited.ts';
import { type Outage, type OutageOptions, watched, watchOutage } from '../throttle/support/outage.ts';
import { reportOutages } from '../throttle/support/outage-report.ts';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { SlowProxy } from '../throttle/support/slow-proxy.ts';

type Fault = Pick<OutageOptions, 'fault' | 'mend'>;

const watch = async (url: string, fault: Fault): Promise<Outage> => {
  const limited = await bootLimiter({
    url,
    config: { store: 'redis' },
    register: (limiter) => limiter.for('watched', () => watched),
  });
  await limited.app.open();
  const outage = await watchOutage(limited, { rate: 1000, before: 150, lasts: 10_000, ...fault });
  await limited.app.close();
  return outage;
};

/** Redis frozen, slow, and answering with errors, for ten seconds each, at 1,000 requests a second. */
export const run = async (): Promise<readonly string[]> => {
  const server = await RedisServer.start();
  const slow = await SlowProxy.before(server.port);
  // A Redis that loads its data again cannot be had on demand.
  const loading = await ErrorProxy.before(server.port);
  const redis = new Redis(server.url);
  const call =
    (command: string, ...args: string[]) =>
    async (): Promise<void> =>
      void (await redis.call(command, ...args));
  const faults: Readonly<Record<string, Fault & { readonly port?: number }>> = {
    'frozen (SIGSTOP)': { fault: () => server.freeze(), mend: () => server.thaw() },
    'slow (300 ms)': { fault: () => void (slow.delay = 300), mend: () => void (slow.delay = 0), port: slow.port },
    OOM: { fault: call('CONFIG', 'SET', 'maxmemory', '1'), mend: call('CONFIG', 'SET', 'maxmemory', '0') },
    READONLY: { fault: call('REPLICAOF', '127.0.0.1', '1'), mend: call('REPLICAOF', 'NO', 'ONE') },
    LOADING: {
      fault: () => void (loading.reply = 'LOADING Redis is loading the dataset in memory'),
      mend: () => void (loading.reply = ''),
      port: loading.port,
    },
  };
  const outages: Record<string, Outage> = {};
  for (const [name, { port = server.port, ...fault }] of Object.entries(faults)) {
    await redis.flushall();
    outages[name] = await watch(`redis://127.0.0.1:${port}`, fault);
  }
  redis.disconnect();
  slow.close();
  loading.close();
  await server.kill();
  return reportOutages(outages);
};
