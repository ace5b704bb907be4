import { bootLimiter } from '../throttle/support/limited.ts';
import { watched, watchOutage } from '../throttle/support/outage.ts';
import { reportOutages } from '../throttle/support/outage-report.ts';
import { RedisServer } from '../throttle/support/redis-server.ts';

/** Redis killed after ten seconds, started again after ten more, at 1,000 requests a second. */
export const run = async (): Promise<readonly string[]> => {
  const server = await RedisServer.start();
  const limited = await bootLimiter({
    url: server.url,
    config: { store: 'redis' },
    register: (limiter) => limiter.for('watched', () => watched),
  });
  await limited.app.open();
  const killed = await watchOutage(limited, {
    rate: 1000,
    before: 10_000,
    lasts: 10_000,
    fault: () => server.kill(),
    mend: () => server.start(),
  });
  await limited.app.close();
  await server.kill();
  return reportOutages({ killed });
};
