import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Config } from '@taproot/core';
import { database } from '@taproot/database';
import { routing } from '@taproot/routing';
import { http, pluginChecks, testApplication } from '@taproot/testing';
import { limit, throttle } from '@taproot/throttle';
import { throttleDatabase } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'throttle-database-'));
after(() => rmSync(folder, { recursive: true }));

const configOf = (file: string): Config => ({
  database: { connections: { sqlite: { path: file } } },
  throttle: { store: 'database', fail: 'closed', timeout: 5 },
});

const boot = async (file: string) => {
  const app = await testApplication({
    plugins: [routing(), throttle(), database(), throttleDatabase()],
    config: configOf(file),
    register: ({ facades, middleware }) => {
      facades.RateLimiter().for('few', () => limit.perMinute(2).by('all'));
      facades
        .Route()
        .middleware(middleware.throttle('few'))
        .get('/', () => ({ served: true }));
    },
  });
  await app.open();
  return app;
};

test('counts in the table, under the name of the store', async () => {
  await using app = await boot(join(folder, 'counts.sqlite'));
  await http(app).get('/').assertOk().assertHeader('X-RateLimit-Remaining', '1');
  await http(app).get('/').assertOk();
  await http(app).get('/').assertTooManyRequests().assertHeader('Retry-After', /^\d+$/);
  assert.deepEqual(app.facades.RateLimiter().status, { store: 'database', degraded: false, since: null });
  assert.deepEqual(app.reports, []);
});

test('requests at the same time get as many points as there are', async () => {
  await using app = await boot(join(folder, 'race.sqlite'));
  const replies = await Promise.all(Array.from({ length: 10 }, async () => http(app).get('/')));
  assert.equal(replies.filter(({ status }) => status === 200).length, 2);
});

test('what was taken outlives the application; what has ended goes when it closes', async () => {
  const file = join(folder, 'restart.sqlite');
  const first = await boot(file);
  await http(first).get('/').assertOk();
  await first.facades.DB().insertInto('rate_limits').values({ key: 'old', points: 1, ends: 1 }).execute();
  await first.close();
  await using second = await boot(file);
  await http(second).get('/').assertHeader('X-RateLimit-Remaining', '0');
  const keys = await second.facades.DB().selectFrom('rate_limits').select('key').execute();
  assert.equal(
    keys.some(({ key }) => key === 'old'),
    false,
  );
});

test('clear() gives a key its points back', async () => {
  await using app = await boot(join(folder, 'clear.sqlite'));
  const limiter = app.facades.RateLimiter();
  const one = limit.perMinute(1);
  assert.deepEqual([await limiter.attempt('a', one), await limiter.attempt('a', one)], [true, false]);
  assert.equal(await limiter.remaining('a', one), 0);
  await limiter.clear('a', one);
  assert.equal(await limiter.attempt('a', one), true);
});

const beside = () => [routing(), throttle(), database()];
for (const { name, run } of pluginChecks(throttleDatabase, { beside, config: configOf(':memory:') }))
  void test(name, run);
