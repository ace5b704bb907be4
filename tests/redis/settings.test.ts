import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { hasRedis } from '@taproot/core/internal';
import { type RedisConnectionConfig, redis } from '@taproot/redis';
import { Redis } from 'ioredis';
import { loadIoredis } from '../../plugins/redis/src/connection.ts';
import { clientSettings } from '../../plugins/redis/src/settings.ts';

const settingsOf = (config: RedisConnectionConfig = {}) => clientSettings('redis.connections.main', config);

/** What a client of ioredis makes of the settings; it connects to nothing. */
const optionsOf = (config: RedisConnectionConfig) => {
  const { address, options } = settingsOf(config);
  const client = new Redis(address, options);
  client.disconnect();
  return client.options;
};

describe('a client', () => {
  let now = 0;

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('fails rather than wait, and sends nothing twice', () => {
    expect(settingsOf().options).toMatchObject({
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2000,
      socketTimeout: 5000,
    });
  });

  test.each([
    [undefined, [100, 200, 900, 1000, 1000, 1000]],
    ['250ms' as const, [100, 200, 250, 250, 250, 250]],
  ])('tries a new connection after ever longer pauses, but at least every retry_delay: %p', (retry_delay, pauses) => {
    const { retryStrategy } = settingsOf(retry_delay === undefined ? {} : { retry_delay }).options;
    expect([1, 2, 9, 10, 11, 1000].map((attempt) => retryStrategy?.(attempt))).toEqual(pauses);
  });

  test('leaves a primary that became a replica, once in a second', () => {
    const { reconnectOnError } = settingsOf().options;
    const readOnly = new Error("READONLY You can't write against a read only replica.");
    expect([reconnectOnError?.(readOnly), reconnectOnError?.(readOnly)]).toEqual([true, false]);
    now = 999;
    expect(reconnectOnError?.(readOnly)).toBe(false);
    now = 1000;
    expect(reconnectOnError?.(readOnly)).toBe(true);
  });

  test('keeps the connection at another error, and looks for itself', () => {
    const [one, other] = [settingsOf().options, settingsOf().options];
    const readOnly = new Error('READONLY');
    expect(one.reconnectOnError?.(new Error('ERR unknown command'))).toBe(false);
    expect([one.reconnectOnError?.(readOnly), other.reconnectOnError?.(readOnly)]).toEqual([true, true]);
  });

  test.each([
    [0.5, { commandTimeout: 500, socketTimeout: 5000 }],
    [5, { socketTimeout: 5000 }],
    [60, { socketTimeout: 60_000 }],
  ])(
    'command_timeout of %p s is a timer of its own only where silence does not end it as soon',
    (seconds, expected) => {
      const { commandTimeout, socketTimeout } = settingsOf({ command_timeout: seconds }).options;
      expect({ ...(commandTimeout === undefined ? {} : { commandTimeout }), socketTimeout }).toEqual(expected);
    },
  );
});

describe('the address', () => {
  test.each<[RedisConnectionConfig, object]>([
    [{}, { host: '127.0.0.1', port: 6379, db: 0 }],
    [
      { url: 'redis://ann:p%40ss@cache:7000/3' },
      { host: 'cache', port: 7000, username: 'ann', password: 'p@ss', db: 3 },
    ],
    [{ url: 'cache:7000' }, { host: 'cache', port: 7000 }],
    [{ url: 'redis://cache?family=6' }, { host: 'cache', family: 6 }],
    [{ url: 'rediss://cache' }, { host: 'cache', tls: true }],
    [{ url: '/run/redis.sock' }, { path: '/run/redis.sock' }],
    [
      { url: 'redis://a:b@cache:7000/3', host: 'other', port: 1, user: 'u', password: 'p', database: 0 },
      { host: 'other', port: 1, username: 'u', password: 'p', db: 0 },
    ],
    [{ password: 'a/b@c:d%e#f?g' }, { host: '127.0.0.1', password: 'a/b@c:d%e#f?g' }],
    [{ host: '::1' }, { host: '::1' }],
    [{ tls: true }, { tls: {} }],
    [{ tls: { servername: 'cache' } }, { tls: { servername: 'cache' } }],
    [{ prefix: 'shop:' }, { keyPrefix: 'shop:' }],
  ])('%j', (config, expected) => {
    expect(optionsOf(config)).toMatchObject(expected);
  });

  test.each([
    'http://topsecret@cache',
    'redis://u:topsecret@cache:99999',
    'redis://u:%topsecret@cache',
    'redis://u:topsecret@cache/topsecret',
  ])('%s is refused, and not shown', (url) => {
    expect(() => settingsOf({ url })).toThrow(
      expect.objectContaining({ code: 'E_REDIS_URL', message: expect.not.stringContaining('topsecret') }),
    );
  });
});

test.each<[object, RegExp]>([
  [{ hots: 'cache' }, /"redis\.connections\.main\.hots" is set.*Did you mean "host"/],
  [{ port: 0 }, /main\.port" is 0, but must be a port/],
  [{ port: 6379.5 }, /main\.port/],
  [{ database: -1 }, /main\.database" is -1/],
  [{ connect_timeout: 0 }, /main\.connect_timeout" is 0, but must be a time above 0/],
  [{ command_timeout: Number.POSITIVE_INFINITY }, /main\.command_timeout/],
  [{ retry_delay: '-1s' }, /main\.retry_delay/],
])('%j is refused', (config, message) => {
  expect(() => settingsOf(config)).toThrow(
    expect.objectContaining({
      code: expect.stringMatching(/^E_(REDIS_SETTING|DURATION_INVALID)$/),
      message: expect.stringMatching(message),
    }),
  );
});

test('without its package the error says what to install', () => {
  const absent = Object.assign(new Error("Cannot find module 'ioredis'"), { code: 'MODULE_NOT_FOUND' });
  const load = () => {
    throw absent;
  };
  expect(() => loadIoredis('main', load)).toThrow(
    expect.objectContaining({
      code: 'E_REDIS_PACKAGE',
      message: expect.stringContaining('"main"'),
      fix: 'Run `npm install ioredis`.',
      cause: absent,
    }),
  );
});

test.each([
  ['no redis() at all', false, {}, undefined, false],
  ['redis() alone', true, {}, undefined, false],
  ['the default address in config/redis.ts', true, {}, { url: 'redis://127.0.0.1:6379' }, false],
  ['REDIS_URL', true, { REDIS_URL: 'redis://cache:6379' }, undefined, true],
  ['REDIS_URL with the default address', true, { REDIS_URL: 'redis://127.0.0.1:6379' }, undefined, true],
  ['an empty REDIS_URL', true, { REDIS_URL: '' }, undefined, false],
  ['another address in config/redis.ts', true, {}, { url: 'redis://cache:6379' }, true],
  ['a host in config/redis.ts', true, {}, { host: 'cache' }, true],
  ['a client of its own', true, {}, { client: () => new Redis({ lazyConnect: true }) }, true],
  ['REDIS_URL in a test', true, { REDIS_URL: 'redis://cache:6379', APP_ENV: 'testing' }, undefined, false],
] as const)(
  'with %s, plugins that share know whether there is a Redis',
  async (_what, listed, env, config, expected) => {
    const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'development', ...env } })
      .withPlugins(listed ? [redis()] : [])
      .withConfig(config === undefined ? {} : { redis: { connections: { default: config } } })
      .create();
    expect(hasRedis(app, null)).toBe(expected);
    await app.close();
  },
);
