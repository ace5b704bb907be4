import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { type Application, type Config, setup } from '@taproot/core';
import { definePlugin, openRedis } from '@taproot/core/plugin';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { limit, throttle } from '@taproot/throttle';
import { Cluster, Redis } from 'ioredis';
import { freePort } from '../support/free-port.ts';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { hasRedis, sharedRedis } from '../throttle/support/services.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Booted {
  readonly app: Application;
  readonly reports: { readonly code?: string; readonly message: string; readonly fix?: string }[];
}

const boot = async (config: Config = {}, env: Record<string, string> = {}): Promise<Booted> => {
  const reports: Booted['reports'] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error as Error)),
  });
  const app = await setup(null, { env: { APP_ENV: 'testing', ...env } })
    .withPlugins([reporting, throttle(), auth(), redis()])
    .withConfig(config)
    .create();
  closing.push(() => app.close());
  return { app, reports };
};

const nowhere = 'redis://127.0.0.1:1';

onRedis('facades.Redis()', () => {
  test('gives the client of ioredis for each connection, the same at every call', async () => {
    const config = {
      connections: { default: { url: sharedRedis }, cache: { url: sharedRedis, prefix: `${randomUUID()}:` } },
    };
    const { app } = await boot({ redis: config });
    const { Redis: client } = app.facades;
    expect(client()).toBe(client('default'));
    expect(client('cache')).not.toBe(client());
    await client('cache').set('key', 'value', 'EX', 60);
    expect([await client('cache').get('key'), await client().get('key')]).toEqual(['value', null]);
    await client('cache').del('key');
  });

  test('connects to REDIS_URL by default, and takes commands before the connection is there', async () => {
    const { app } = await boot({}, { REDIS_URL: sharedRedis });
    expect(await Promise.all([app.facades.Redis().ping(), app.facades.Redis().ping()])).toEqual(['PONG', 'PONG']);
  });

  test('is closed with the application, after plugins that were listed before it', async () => {
    const answers: string[] = [];
    const late = definePlugin({
      name: 'late',
      apply: (app) =>
        app.hooks.shutdown.tapPromise('late', async () => void answers.push(await app.facades.Redis().ping())),
    });
    const app = await setup(null, { env: { APP_ENV: 'testing', REDIS_URL: sharedRedis } })
      .withPlugins([late, redis()])
      .create();
    const client = app.facades.Redis();
    expect(await app.close()).toEqual([]);
    expect(answers).toEqual(['PONG']);
    await expect(client.ping()).rejects.toThrow(/closed|writeable/);
  });

  test('a client that the application makes is made once, and left open', async () => {
    const made: Redis[] = [];
    const client = () => {
      made.push(new Redis(sharedRedis));
      return made[0] as Redis;
    };
    const { app } = await boot({ redis: { connections: { default: { client } } } });
    expect([app.facades.Redis(), app.facades.Redis()]).toEqual([made[0], made[0]]);
    expect(made).toHaveLength(1);
    await app.close();
    expect(await made[0]?.ping()).toBe('PONG');
    made[0]?.disconnect();
  });

  test('health asks the server of each connection in use', async () => {
    const connections = { default: { url: sharedRedis }, down: { url: nowhere }, unused: { url: nowhere } };
    const { app } = await boot({ redis: { connections } });
    const { Redis: client } = app.facades;
    expect(await app.facades.RedisConnections().health()).toEqual([]);
    await client().ping();
    await client('down')
      .ping()
      .catch(() => undefined);
    expect(await app.facades.RedisConnections().health()).toEqual([
      { connection: 'default', fault: null },
      { connection: 'down', fault: expect.objectContaining({ message: expect.stringContaining('ECONNREFUSED') }) },
    ]);
  });

  test('the health check of the plugin fails with a connection that is down, once it is in use', async () => {
    const { app } = await boot({ redis: { connections: { default: { url: sharedRedis }, down: { url: nowhere } } } });
    const check = async (): Promise<unknown> => app.registry.health.get('redis')?.check(new AbortController().signal);
    await app.facades.Redis().ping();
    await check();
    await app.facades
      .Redis('down')
      .ping()
      .catch(() => undefined);
    await expect(check()).rejects.toThrow('ECONNREFUSED');
  });

  test('limits and logouts use the connection they name', async () => {
    const prefix = randomUUID();
    const { app, reports } = await boot({
      redis: { connections: { default: { url: nowhere }, counts: { url: sharedRedis, prefix: `${prefix}:` } } },
      throttle: { store: 'redis', timeout: 10, redis: { connection: 'counts', prefix: 'throttle' } },
    });
    await app.open();
    expect(await app.facades.RateLimiter().attempt('key', limit.perMinute(1))).toBe(true);
    expect(await app.facades.RateLimiter().attempt('key', limit.perMinute(1))).toBe(false);
    expect(app.facades.RateLimiter().status).toMatchObject({ store: 'redis', degraded: false });
    const client = new Redis(sharedRedis);
    closing.push(() => client.disconnect());
    const keys = await client.keys(`${prefix}*`);
    expect(keys).toEqual([expect.stringMatching(`^${prefix}:throttle:`)]);
    await client.del(keys);
    expect(reports).toEqual([]);
  });
});

onRedis('a subscriber', () => {
  const heard = (client: Redis | Cluster): Promise<string[]> =>
    new Promise((resolve) => void client.once('message', (...message: string[]) => resolve(message)));

  test('gets messages as soon as it has subscribed, and ends with the application', async () => {
    const { app } = await boot({}, { REDIS_URL: sharedRedis });
    const channel = randomUUID();
    const subscriber = app.facades.RedisConnections().subscriber();
    const message = heard(subscriber);
    await subscriber.subscribe(channel);
    await app.facades.Redis().publish(channel, 'open');
    expect(await message).toEqual([channel, 'open']);
    const ended = new Promise<void>((resolve) => void subscriber.once('end', resolve));
    await app.close();
    await ended;
  });

  test('subscribes again after its server was lost', async () => {
    const server = await RedisServer.start();
    closing.push(() => server.kill());
    const { app } = await boot({ redis: { connections: { default: { url: server.url, retry_delay: '10ms' } } } });
    const subscriber = app.facades.RedisConnections().subscriber();
    await subscriber.subscribe('news');
    const back = new Promise<void>((resolve) => void subscriber.once('close', resolve));
    await server.kill();
    await back;
    const ready = new Promise<void>((resolve) => void subscriber.once('ready', resolve));
    await server.start();
    await ready;
    const message = heard(subscriber);
    const client = new Redis(server.url);
    closing.push(() => client.disconnect());
    while ((await client.publish('news', 'open')) === 0);
    expect(await message).toEqual(['news', 'open']);
  });

  test('of a client of the application is a copy of it, which the plugin ends', async () => {
    const own = new Redis(sharedRedis);
    closing.push(() => own.disconnect());
    const { app } = await boot({ redis: { connections: { default: { client: () => own } } } });
    const subscriber = app.facades.RedisConnections().subscriber();
    expect(subscriber).not.toBe(own);
    await subscriber.subscribe('news');
    const ended = new Promise<void>((resolve) => void subscriber.once('end', resolve));
    await app.close();
    await ended;
    expect(own.status).toBe('ready');
  });

  test('plugins get one by the contract, and the commands that they need', async () => {
    const { app } = await boot({}, { REDIS_URL: sharedRedis });
    const connection = openRedis(app, 'test', null);
    const subscriber = connection.subscriber();
    const channel = randomUUID();
    const message = new Promise((resolve) => void subscriber.on('message', (...got) => resolve(got)));
    await subscriber.subscribe(channel);
    const client = await connection.open();
    await client.publish(channel, 'open');
    expect(await message).toEqual([channel, 'open']);
    expect(await client.set(channel, '1', 'EX', 60)).toBe('OK');
    expect([await client.incr(channel), await client.expire(channel, 60), await client.get(channel)]).toEqual([
      2,
      1,
      '2',
    ]);
    expect(await client.eval('return redis.call("GET", KEYS[1])', 1, channel)).toBe('2');
    expect([await client.del(channel), await client.get(channel)]).toEqual([1, null]);
  });
});

onRedis('a server that is lost', () => {
  test('is E_REDIS_UNAVAILABLE; replies that are errors stay as they are', async () => {
    const server = await RedisServer.start(['--requirepass', 'secret']);
    closing.push(() => server.kill());
    const to = (password: string) => ({ url: server.url, password, retry_delay: '10ms' as const });
    const { app } = await boot({ redis: { connections: { default: to('secret'), wrong: to('wrong') } } });
    const client = app.facades.Redis();
    const unavailable = { code: 'E_REDIS_UNAVAILABLE', status: 503 };
    await client.set('text', 'a');
    await expect(client.lpush('text', 'b')).rejects.toMatchObject({ name: 'ReplyError' });
    const wrong = app.facades.Redis('wrong');
    await expect(wrong.get('text')).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringContaining('WRONGPASS'),
    });
    const late = client.blpop('list', 0);
    await Promise.all([expect(late).rejects.toMatchObject(unavailable), server.kill()]);
    await expect(client.get('text')).rejects.toMatchObject(unavailable);
    await expect(client.multi().get('text').exec()).rejects.toMatchObject(unavailable);
  });
});

onRedis('a cluster', () => {
  test('is a client like any other', async () => {
    const nodes = join(tmpdir(), `nodes-${randomUUID()}.conf`);
    closing.push(() => rmSync(nodes, { force: true }));
    const options = {
      enabled: 'yes',
      'config-file': nodes,
      'announce-ip': '127.0.0.1',
      port: String(await freePort()),
    };
    const server = await RedisServer.start(
      Object.entries(options).flatMap(([key, value]) => [`--cluster-${key}`, value]),
    );
    closing.push(() => server.kill());
    const node = new Redis(server.url);
    await node.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    for (;;) if (String(await node.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) break;
    node.disconnect();
    const cluster = new Cluster([{ host: '127.0.0.1', port: server.port }]);
    closing.push(() => cluster.disconnect());
    const { app, reports } = await boot({
      redis: { connections: { default: { client: () => cluster } } },
      throttle: { store: 'redis', timeout: 10 },
    });
    await app.open();
    const five = limit.perMinute(5);
    const taken = await Promise.all(Array.from({ length: 20 }, () => app.facades.RateLimiter().attempt('key', five)));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(reports).toEqual([]);
  });
});

describe('a server that is not there', () => {
  test('fails every command at once after the first attempt, and never the boot', async () => {
    const { app, reports } = await boot({ redis: { connections: { default: { url: nowhere } } } });
    await app.open();
    const client = app.facades.Redis();
    const unavailable = {
      code: 'E_REDIS_UNAVAILABLE',
      status: 503,
      message: expect.stringMatching(/^The Redis connection "default" cannot be reached: .*ECONNREFUSED/),
      cause: expect.any(Error),
    };
    await expect(client.get('key')).rejects.toMatchObject(unavailable);
    await expect(client.get('key')).rejects.toMatchObject(unavailable);
    expect(await client.pipeline().get('key').exec()).toEqual([[expect.objectContaining(unavailable)]]);
    expect(reports).toEqual([]);
    expect(await app.close()).toEqual([]);
  });

  test('is 503 with a code for the client of a handler that does not catch it', async () => {
    const app: Application = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), redis()])
      .withConfig({ redis: { connections: { default: { url: nowhere } } } })
      .withRouting((route) => {
        route.get('/', async (ctx) => ctx.response().json(200, { value: await app.facades.Redis().get('key') }));
      })
      .create();
    closing.push(() => app.close());
    await http(app).get('/').assertStatus(503).assertJson({ code: 'E_REDIS_UNAVAILABLE' });
    await http(app).get('/').assertStatus(503).assertJson({ code: 'E_REDIS_UNAVAILABLE' });
  });
});

describe('without redis()', () => {
  const without = (config: Config) =>
    setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([throttle(), auth()])
      .withConfig(config)
      .create();

  test.each<[string, Config]>([
    ['throttle.store', { throttle: { store: 'redis' } }],
    ['auth.revocation.store', { auth: { revocation: { store: 'redis' } } }],
  ])('%s stops the boot, and says what to add', async (setting, config) => {
    const fault: unknown = await without(config).catch((error: unknown) => error);
    expect(fault).toMatchObject({
      code: 'E_REDIS_MISSING',
      message: `Configuration "${setting}" is "redis", but no plugin of this application connects to Redis.`,
      fix: expect.stringMatching(/npm install @taproot\/redis ioredis.*redis\(\) of @taproot\/redis.*withPlugins/),
    });
  });

  test('stores in memory need none', async () => {
    const app = await without({});
    closing.push(() => app.close());
    await app.open();
    expect(await app.facades.RateLimiter().attempt('key', limit.perMinute(1))).toBe(true);
    expect(() => app.facades.Redis).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('redis() of @taproot/redis') }),
    );
  });
});

describe('a connection', () => {
  test.each<Config>([
    { redis: { default: 'cahce', connections: { cache: {} } } },
    { redis: { connections: { cache: {} } }, throttle: { store: 'redis', redis: { connection: 'cahce' } } },
    { redis: { connections: { cache: {} } }, auth: { revocation: { store: 'redis', redis: { connection: 'cahce' } } } },
  ])('that is not configured stops the boot with the nearest name: %j', async (config) => {
    await expect(boot(config)).rejects.toMatchObject({
      code: 'E_REDIS_CONNECTION',
      message: expect.stringContaining('Did you mean "cache"?'),
      fix: expect.stringContaining('default, cache'),
    });
  });
});
