import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { auth, authTables, type RevocationStore } from '@taproot/auth';
import { type Application, type Config, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { database, sql } from '@taproot/database';
import { type RedisConnectionConfig, redis as redisPlugin } from '@taproot/redis';
import { Redis } from 'ioredis';
import { DatabaseStore } from '../../plugins/auth/src/revocation/database-store.ts';
import { GivenUpClaims } from '../../plugins/auth/src/revocation/given-up-claims.ts';
import { MemoryStore } from '../../plugins/auth/src/revocation/memory-store.ts';
import { hasRedis, sharedRedis } from '../throttle/support/services.ts';
import { codes, faultOf, withAuth } from './support/application.ts';
import { clockAt } from './support/clock.ts';
import { FakeRows } from './support/fake-rows.ts';
import { loginRoutes } from './support/routes.ts';

/** The store of an application, as its guards get it. */
const openStore = async (
  revocation: NonNullable<Exclude<Config['auth'], ((...given: never[]) => unknown) | undefined>['revocation']>,
  connection: RedisConnectionConfig = {},
): Promise<{ readonly app: Application; readonly store: RevocationStore; readonly reports: unknown[] }> => {
  const reports: unknown[] = [];
  let store: RevocationStore | null = null;
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app: Application) => app.hooks.report.tap('reporting', (error) => void reports.push(error)),
  });
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([reporting, auth(), database(), redisPlugin()])
    .withConfig({
      auth: { default: 'spy', guards: { spy: { driver: 'spy' } }, revocation },
      redis: { connections: { default: connection } },
      database: { default: 'main', connections: { main: { driver: 'sqlite', path: ':memory:' } } },
    })
    .withCallback(({ facades }) => {
      facades.Auth().extend('spy', (parts) => {
        store = parts.revocation;
        return { identify: () => null };
      });
    })
    .create();
  if (store === null) throw new Error('No guard was made.');
  return { app, store, reports };
};

const soon = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

afterEach(() => void jest.useRealTimers());

/** What every store has to do. */
const behaves = async (store: RevocationStore): Promise<void> => {
  const key = randomUUID();
  expect(await store.has(key)).toBe(false);
  expect(await store.claim(key, soon(60))).toBe(true);
  expect(await store.has(key)).toBe(true);
  expect(await store.claim(key, soon(60))).toBe(false);
  const contested = randomUUID();
  const claims = await Promise.all(Array.from({ length: 20 }, async () => store.claim(contested, soon(60))));
  expect(claims.filter(Boolean)).toHaveLength(1);
};

describe('in memory', () => {
  test('it remembers until the time is over', async () => {
    const { app, store } = await openStore({ store: 'memory' });
    await behaves(store);
    expect(await store.claim('short', soon(60))).toBe(true);
    clockAt(Date.now() + 61_000);
    expect(await store.has('short')).toBe(false);
    expect(await store.claim('short', soon(60))).toBe(true);
    await app.close();
  });

  test('when it is full it forgets nothing that counts, and says so', async () => {
    const { app, store } = await openStore({ store: 'memory', memory: { max_keys: 100 } });
    for (let n = 0; n < 100; n++) await store.claim(`key-${n}`, soon(n < 50 ? 60 : 600));
    const fault = await faultOf(() => store.claim('one more', soon(60)));
    expect([fault.code, fault.status]).toEqual(['E_AUTH_REVOCATION_FULL', 503]);
    expect(await store.has('key-0')).toBe(true);
    clockAt(Date.now() + 61_000);
    for (let n = 0; n < 50; n++) expect(await store.claim(`later-${n}`, soon(60))).toBe(true);
    expect(await store.has('key-99')).toBe(true);
    await app.close();
  });
});

describe('numbers of a key in memory', () => {
  test('only greater ones are new, and all of them are one entry until their time is over', () => {
    clockAt(1_000_000_000_000);
    const store = new MemoryStore(2);
    expect([1, 1, 3, 2, 3, 4].map((number) => store.advance('one', number, soon(60)))).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
    // A shorter time does not shorten that of the numbers before.
    expect(store.advance('one', 5, soon(1))).toBe(true);
    expect(store.advance('two', 1, soon(600))).toBe(true);
    expect(() => store.advance('three', 1, soon(60))).toThrow('it keeps 2 at most');
    expect(store.advance('two', 2, soon(600))).toBe(true);
    clockAt(Date.now() + 59_000);
    expect(store.advance('one', 5, soon(60))).toBe(false);
    clockAt(Date.now() + 2000);
    expect([store.has('one'), store.advance('three', 1, soon(600))]).toEqual([false, true]);
    expect(() => store.advance('one', 1, soon(60))).toThrow('it keeps 2 at most');
    clockAt(Date.now() + 600_000);
    expect(store.advance('one', 1, soon(60))).toBe(true);
  });
});

describe('claims that were given up', () => {
  test('are remembered up to a bound: the oldest goes first', () => {
    const claims = new GivenUpClaims(2);
    for (const key of ['one', 'two', 'two', 'three']) claims.add(key);
    expect(['one', 'two', 'three'].map((key) => claims.unsure(key))).toEqual([false, true, true]);
    for (const key of ['one', 'two', 'three']) claims.hear(key, true);
    expect(['one', 'two', 'three', 'two'].map((key) => claims.settle(key, false))).toEqual([false, true, true, false]);
  });

  test('are settled by whoever gets the key for himself', () => {
    const claims = new GivenUpClaims();
    claims.add('one');
    expect(claims.settle('one', true)).toBe(true);
    claims.hear('one', false);
    expect([claims.unsure('one'), claims.settle('one', false)]).toEqual([false, false]);
  });
});

describe('in a database', () => {
  test('it remembers, and removes what ended on days before', async () => {
    const { app, store } = await openStore({ store: 'database', timeout: 5 });
    for (const statement of authTables.up) await sql.raw(statement).execute(app.facades.DB());
    await behaves(store);
    await store.claim('old', soon(60));
    await store.close?.();
    clockAt(Date.now() + 3 * 86_400_000);
    await store.claim('new', soon(60));
    await store.close?.();
    const { rows } = await sql<{ token: string }>`select token from auth_revocations`.execute(app.facades.DB());
    expect(rows.map(({ token }) => token)).toEqual(['new']);
    for (const statement of authTables.down) await sql.raw(statement).execute(app.facades.DB());
    await app.close();
  });

  test('it removes a month of days without keeping a logout waiting, and tells when it may not', async () => {
    const rows = new FakeRows();
    const reports: unknown[] = [];
    const store = new DatabaseStore({ rows: () => rows, table: 'ended', report: (error) => void reports.push(error) });
    const deleted: unknown[] = [];
    let refuse: (error: Error) => void = () => undefined;
    const held = new Promise<number>((_resolve, reject) => (refuse = reject));
    rows.delete = (_table, where) => {
      deleted.push(where['expires_day']);
      return deleted.length === 2 ? held : Promise.resolve(1);
    };
    expect(await store.claim('one', soon(60))).toBe(true);
    expect(await store.claim('two', soon(60))).toBe(true);
    expect(deleted).toHaveLength(2);
    refuse(new Error('not allowed.'));
    await store.close();
    expect(codes(reports)).toEqual(['E_AUTH_REVOCATION_KEPT']);
    expect(String(reports[0])).toContain('"ended": not allowed.');
    // What was not removed is the next one's to remove.
    expect(await store.claim('three', soon(60))).toBe(true);
    await store.close();
    const today = Math.floor(Date.now() / 86_400_000);
    expect(deleted).toEqual([today - 32, today - 31, ...Array.from({ length: 31 }, (_, n) => today - 31 + n)]);
    await store.claim('four', soon(60));
    await store.close();
    expect(deleted).toHaveLength(33);
  });

  test('a logout that cannot be kept is none', async () => {
    const { app, store } = await openStore({ store: 'database', timeout: 5 });
    for (const statement of authTables.up) await sql.raw(statement).execute(app.facades.DB());
    await sql`create trigger full before insert on auth_revocations begin select raise(abort, 'disk full'); end`.execute(
      app.facades.DB(),
    );
    expect((await faultOf(() => store.claim('key', soon(60)))).code).toBe('E_AUTH_UNAVAILABLE');
    await app.close();
  });

  test('a table that is not there is no answer', async () => {
    const { app, store, reports } = await openStore({ store: 'database', timeout: 5 });
    const fault = await faultOf(() => store.has('key'));
    expect([fault.code, fault.status]).toEqual(['E_AUTH_UNAVAILABLE', 503]);
    expect(codes(reports)).toEqual(['E_AUTH_REVOCATION_FAILED']);
    await app.close();
  });
});

const onRedis = (await hasRedis()) ? describe : describe.skip;

onRedis('on a Redis', () => {
  const prefix = `test:${randomUUID()}`;
  let redis: Redis;

  beforeAll(() => {
    redis = new Redis(sharedRedis);
  });

  afterAll(async () => {
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  });

  test('it remembers for all who share it, and Redis forgets it in time', async () => {
    const config = { store: 'redis' as const, timeout: 5, redis: { prefix } };
    const [one, other] = await Promise.all([1, 2].map(() => openStore(config, { url: sharedRedis })));
    if (one === undefined || other === undefined) throw new Error('No store was opened.');
    await behaves(one.store);
    expect(await one.store.claim('shared', soon(60))).toBe(true);
    expect(await other.store.has('shared')).toBe(true);
    expect(await other.store.claim('shared', soon(60))).toBe(false);
    expect(await redis.ttl(`${prefix}:shared`)).toBeGreaterThan(50);
    expect(await one.store.claim('over', soon(-10))).toBe(true);
    await Promise.all([one.app.close(), other.app.close()]);
  });

  test('it is told for how long, not until when: its clock may be another', async () => {
    const told: unknown[] = [];
    const client = new Redis({ lazyConnect: true });
    Object.assign(client, { set: async (...given: unknown[]) => (told.push(given), 'OK') });
    const { app, store } = await openStore({ store: 'redis', redis: { prefix } }, { client: () => client });
    clockAt(1_000_000_000_000);
    await store.claim('ahead', 1_000_000_060);
    await store.claim('over', 999_999_999);
    expect(told).toEqual([
      [`${prefix}:ahead`, '1', 'EX', 60, 'NX'],
      [`${prefix}:over`, '1', 'EX', 1, 'NX'],
    ]);
    await app.close();
  });

  test('a client of the application is used, and left open', async () => {
    const { app, store } = await openStore({ store: 'redis', timeout: 5, redis: { prefix } }, { client: () => redis });
    expect(await store.claim('own', soon(60))).toBe(true);
    await app.close();
    expect(await redis.get(`${prefix}:own`)).toBe('1');
  });

  test('one that is not there is reported once, and left alone for a moment', async () => {
    const { app, store, reports } = await openStore(
      { store: 'redis', timeout: 2, redis: { prefix } },
      { url: 'redis://127.0.0.1:1' },
    );
    const asked = jest.spyOn(app.facades.Redis(), 'exists');
    const clock = jest.spyOn(performance, 'now').mockReturnValue(10_000);
    expect((await faultOf(() => store.has('key'))).status).toBe(503);
    expect((await faultOf(() => store.has('key'))).status).toBe(503);
    clock.mockRestore();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(codes(reports)).toEqual(['E_AUTH_REVOCATION_FAILED']);
    await app.close();
  });
});

describe('a store that fails', () => {
  const failing = (fault: () => Promise<boolean>): RevocationStore => ({ claim: fault, has: fault });
  const refused = () => Promise.reject(new Error('connection refused.'));
  const silent = () => new Promise<boolean>(() => undefined);

  test.each([
    ['rejects', refused],
    ['stalls', silent],
  ])('one that %s refuses tokens, and logouts', async (_name, fault) => {
    const { app, store } = await openStore({ store: () => failing(fault), timeout: 0.02 });
    expect((await faultOf(() => store.has('key'))).code).toBe('E_AUTH_UNAVAILABLE');
    expect((await faultOf(() => store.claim('key', 1))).code).toBe('E_AUTH_UNAVAILABLE');
    await app.close();
  });

  test('the server does not open where a store can never be asked', async () => {
    const missing = Object.assign(new Error('no ioredis'), { code: 'E_REDIS_PACKAGE' });
    const open = () => Promise.reject(missing);
    await withAuth(
      {
        config: { auth: { revocation: { store: () => ({ has: () => false, claim: () => true, open }) } } },
        routes: loginRoutes,
      },
      async ({ app }) => {
        await expect(app.start()).rejects.toThrow('no ioredis');
      },
    );
  });

  test('with fail: open it accepts tokens; a logout still fails', async () => {
    const { app, store } = await openStore({ store: () => failing(refused), fail: 'open' });
    expect(await store.has('key')).toBe(false);
    expect((await faultOf(() => store.claim('key', 1))).status).toBe(503);
    await app.close();
  });

  test('it is asked again after a pause, and is then as before', async () => {
    let down = true;
    let asked = 0;
    const answer = async (): Promise<boolean> => {
      asked++;
      if (down) throw new Error('down');
      return true;
    };
    const clock = jest.spyOn(performance, 'now');
    clock.mockReturnValue(10_000);
    const { app, store } = await openStore({ store: () => failing(answer) });
    await faultOf(() => store.has('key'));
    await faultOf(() => store.has('key'));
    expect(asked).toBe(1);
    down = false;
    clock.mockReturnValue(10_501);
    expect(await store.has('key')).toBe(true);
    expect(await store.has('key')).toBe(true);
    expect(asked).toBe(3);
    clock.mockRestore();
    await app.close();
  });

  test.each([
    [{ fail: 'close' }, 'auth.revocation.fail'],
    [{ timeout: 0 }, 'auth.revocation.timeout'],
    [{ timeout: '0s' }, 'auth.revocation.timeout'],
    [{ memory: { max_keys: 0 } }, 'auth.revocation.memory.max_keys'],
    [{ memory: { max_keys: 1.5 } }, 'auth.revocation.memory.max_keys'],
  ])('%j stops the boot', async (revocation, setting) => {
    const fault = await faultOf(() => openStore(revocation as Parameters<typeof openStore>[0]));
    expect([fault.code, fault.message]).toEqual(['E_AUTH_SETTING', expect.stringContaining(setting)]);
  });

  test('a store nobody knows stops the boot, with the nearest name', async () => {
    const fault = await faultOf(() => openStore({ store: 'redsi' as 'redis' }));
    expect(fault.code).toBe('E_AUTH_SETTING');
    expect(fault.message).toContain('redis');
  });
});
