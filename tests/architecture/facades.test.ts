import { expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { type Facades, setup } from '@taproot/core';
import { cors } from '@taproot/cors';
import { database } from '@taproot/database';
import { lang } from '@taproot/lang';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';

const lifeCycle = /^(?:prepare|freeze|boot|load|connect|open|start|stop|end|close|destroy|dispose|watched)$/;

// The application is what its program opens and closes. DB is kysely's own object, Redis one of ioredis.
const others = new Set(['App', 'DB', 'Redis']);

const membersOf = (value: object): string[] => {
  const names: string[] = [];
  for (let at: object | null = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return names;
};

test('facades of the official plugins offer no life cycle', async () => {
  const app = await setup(null, { env: { APP_ENV: 'testing', DATABASE_URL: ':memory:' } })
    .withPlugins([consoleKernel(), routing(), cors(), throttle(), lang(), validation(), database(), auth(), redis()])
    .create();
  const names = [...app.registry.facades.keys()].filter((name) => !others.has(name));
  expect(names).toEqual(
    expect.arrayContaining([
      'Auth',
      'Console',
      'Databases',
      'Gate',
      'Hash',
      'Http',
      'RateLimiter',
      'RedisConnections',
      'Route',
    ]),
  );
  const offered = names.flatMap((name) => {
    const facade = (app.facades[name as keyof Facades] as () => object)();
    return membersOf(facade)
      .filter((member) => lifeCycle.test(member))
      .map((member) => `${name}().${member}`);
  });
  await app.close();
  expect(offered).toEqual([]);
});
