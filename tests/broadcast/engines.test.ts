import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { type BroadcastConformanceOptions, broadcastConformance, CutProxy } from '@taproot/broadcast/testing';
import { definePlugin } from '@taproot/core/plugin';
import { health } from '@taproot/health';
import { redis } from '@taproot/redis';
import { Redis } from 'ioredis';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { boot, Listener } from './support/boot.ts';
import { ListEngine } from './support/list-engine.ts';
import { eventually } from './support/members.ts';
import { NatsServer } from './support/nats-server.ts';

const onRedis: BroadcastConformanceOptions = {
  plugins: () => [redis()],
  server: async () => {
    const server = await RedisServer.start();
    const restart = async () => {
      await server.kill();
      await server.start();
    };
    const wipe = async () => {
      const client = new Redis(server.url);
      await client.flushall();
      client.disconnect();
    };
    return { port: server.port, restart, wipe, close: () => server.kill() };
  },
  config: (port) => ({ redis: { connections: { default: { url: `redis://127.0.0.1:${port}` } } } }),
};

const onNats: BroadcastConformanceOptions = {
  server: () => NatsServer.start(),
  config: (port) => ({ broadcast: { nats: { servers: `nats://127.0.0.1:${port}` } } }),
};

describe('the store memory', () => {
  for (const { name, run } of broadcastConformance('memory')) test(name, run, 60_000);
});

((await hasRedis()) ? describe : describe.skip)('the store redis', () => {
  for (const { name, run } of broadcastConformance('redis', onRedis)) test(name, run, 60_000);
});

/** Whether the machine has the server. Where services are required, its absence is an error. */
const hasNats = (): boolean => {
  if (spawnSync('nats-server', ['--version']).error === undefined) return true;
  if (process.env.TAPROOT_SERVICES === 'required') throw new Error('nats-server is not installed.');
  process.stderr.write('nats-server is not installed: the tests that need one are left out.\n');
  return false;
};

(hasNats() ? describe : describe.skip)('the store nats', () => {
  for (const { name, run } of broadcastConformance('nats', onNats)) test(name, run, 60_000);

  const member = (servers: string, broadcast: object = {}) =>
    boot({
      withoutRedis: true,
      plugins: [health()],
      config: { broadcast: { store: 'nats', nats: { servers }, ...broadcast } },
    });

  test('is ready only while it can be reached', async () => {
    const server = await NatsServer.start();
    const way = await CutProxy.before(server.port);
    const { app, reports } = await member(`nats://127.0.0.1:${way.port}`);
    try {
      await app.open();
      const origin = app.facades.Http().address?.url ?? '';
      await Listener.connect(`${origin}/rooms/7`);
      const ready = async () => (await fetch(`${origin}/health/ready`)).status;
      expect(await ready()).toBe(200);
      way.cut();
      await eventually(async () => (await ready()) === 503);
      way.mend();
      await eventually(async () => (await ready()) === 200);
      expect(reports[0]?.message).toBe('NATS cannot be reached for broadcasts. Events are held until it can.');
    } finally {
      await app.close();
      way.close();
      await server.close();
    }
  });

  test('says that the server takes too small messages', async () => {
    const server = await NatsServer.start();
    const { app, reports } = await member(`nats://127.0.0.1:${server.port}`, { max_bytes: 1024 * 1024 });
    try {
      await app.open();
      expect(reports[0]?.cause).toMatchObject({ code: 'E_BROADCAST_PAYLOAD' });
    } finally {
      await app.close();
      await server.close();
    }
  });
});

describe('an engine of a plugin', () => {
  const list = () =>
    definePlugin({
      name: 'list',
      requires: ['broadcast'],
      apply: (app) => void app.facades.Broadcast().extend('list', ({ capacity }) => new ListEngine(capacity)),
    });

  for (const { name, run } of broadcastConformance('list', { plugins: () => [list()] })) test(name, run, 60_000);

  test('needs a name of its own, and comes before the application is made', async () => {
    const { app } = await boot({ plugins: [list()], config: { broadcast: { store: 'list' } } });
    const extend = (name: string) => () => app.facades.Broadcast().extend(name, () => new ListEngine(1));
    expect(extend('other')).toThrow(expect.objectContaining({ code: 'E_BROADCAST_ENGINE_LATE' }));
    const named = (name: string) =>
      definePlugin({
        name: 'named',
        requires: ['broadcast'],
        apply: (made) => void made.facades.Broadcast().extend(name, () => new ListEngine(1)),
      });
    for (const name of ['memory', 'redis', 'nats'])
      await expect(boot({ plugins: [named(name)] })).rejects.toMatchObject({ code: 'E_BROADCAST_ENGINE_TAKEN' });
  });
});
