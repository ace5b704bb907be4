import { describe, test } from '@jest/globals';
import { type BroadcastConformanceOptions, broadcastConformance } from '@taproot/broadcast/testing';
import { redis } from '@taproot/redis';
import { Redis } from 'ioredis';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { hasRedis } from '../throttle/support/services.ts';
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

describe('the store nats', () => {
  for (const { name, run } of broadcastConformance('nats', onNats)) test(name, run, 60_000);
});
