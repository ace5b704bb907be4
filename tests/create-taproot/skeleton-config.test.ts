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
  const { throttle, auth } = await configured(env);
  expect([throttle.store, auth.revocation.store]).toEqual([store, store]);
});

test('each worker of a test runner has a database of its own, and development another', async () => {
  const testing = (await configured({ APP_ENV: 'testing' })).database;
  expect(testing.connections[testing.default]).toMatchObject({ path: 'storage/test_{worker}.sqlite' });
  await app?.close();
  const { database } = await configured({ APP_ENV: 'development' });
  expect(database.connections[database.default]).toMatchObject({ path: 'storage/database.sqlite' });
});

test.each([
  [{}, 'en'],
  [{ APP_LOCALE: 'de' }, 'de'],
])('with %j the language is %j', async (env, locale) => {
  expect((await configured(env)).app.locale).toBe(locale);
});
