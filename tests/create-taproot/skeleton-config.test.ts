import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { boot } from '../../app-skeleton/bootstrap/app.ts';

let app: Application | undefined;
afterEach(() => app?.close());

const configured = async (env: Record<string, string>): Promise<Application['config']> => {
  const key = randomBytes(32).toString('base64url');
  const variables = { APP_ENV: 'production', APP_KEY: key, REDIS_URL: '', APP_LOCALE: '' };
  app = await boot({ env: { ...variables, ...env } });
  return app.config;
};

test.each([
  ['without it in memory', {}, 'memory'],
  ['in Redis', { REDIS_URL: 'redis://127.0.0.1:1' }, 'redis'],
  ['in memory while testing, whatever .env says', { REDIS_URL: 'redis://127.0.0.1:1', APP_ENV: 'testing' }, 'memory'],
])('REDIS_URL says where counts and logouts are kept: %s', async (_where, env, store) => {
  const { limiter, auth } = await configured(env);
  expect([limiter.store, auth.revocation.store]).toEqual([store, store]);
});

test.each(['postgres://nobody@127.0.0.1:1/real', 'mysql://nobody@127.0.0.1:1/real', 'sqlite:storage/real.sqlite'])(
  'a test has a database of its own, whatever .env says: %s',
  async (url) => {
    const { database } = await configured({ APP_ENV: 'testing', DATABASE_URL: url });
    expect(database.connections[database.default]).toEqual({ driver: 'sqlite', path: ':memory:' });
  },
);

test.each([
  [{}, 'en'],
  [{ APP_LOCALE: 'de' }, 'de'],
])('with %j the language is %j', async (env, locale) => {
  expect((await configured(env)).app.locale).toBe(locale);
});
