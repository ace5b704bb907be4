import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { hasRedis } from '../throttle/support/services.ts';
import { boot, Listener, rooms } from './support/boot.ts';
import { eventually, until } from './support/members.ts';
import { RedisCluster } from './support/redis-cluster.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;
const shards = 8;

onRedis('broadcasts through a Redis Cluster', () => {
  let cluster: RedisCluster;
  const closing: (() => unknown)[] = [];

  beforeEach(async () => {
    cluster = await RedisCluster.start();
  });

  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
    await cluster.stop();
  });

  const member = async () => {
    const client = cluster.client();
    closing.push(() => client.disconnect());
    const booted = await boot({
      config: {
        broadcast: { store: 'redis', shards, redis: { prefix: 'test' } },
        redis: { connections: { default: { client: () => client } } },
      },
    });
    await booted.app.open();
    return { ...booted, client, origin: booted.app.facades.Http().address?.url ?? '' };
  };

  test('reach the streams of every process, and nothing is reported', async () => {
    const [one, two] = [await member(), await member()];
    const send = (room: number, id: number) => one.app.facades.Broadcast().send(rooms.of({ room }), 'booked', { id });
    const listeners = await Promise.all(
      Array.from({ length: 20 }, (_, room) => Listener.connect(`${two.origin}/rooms/${room}`)),
    );
    for (let id = 1; id <= 5; id++) await Promise.all(listeners.map((_listener, room) => send(room, id)));
    for (const listener of listeners) expect(await until(listener, 5)).toEqual([1, 2, 3, 4, 5]);
    for (const { reports, app } of [one, two]) {
      expect(reports).toEqual([]);
      for (const { check } of app.registry.health.values()) await check(new AbortController().signal);
    }
  });

  test('a dead master is an outage of its shards, which health names; the others go on', async () => {
    const one = await member();
    const send = (room: number, id: number) => one.app.facades.Broadcast().send(rooms.of({ room }), 'booked', { id });
    const keys: string[] = [];
    const listeners: Listener[] = [];
    for (let room = 0; room < 20; room++) {
      listeners.push(await Listener.connect(`${one.origin}/rooms/${room}`));
      await send(room, 1);
      expect(await until(listeners[room] as Listener, 1)).toEqual([1]);
      const found = await Promise.all(
        Array.from({ length: shards }, async (_, shard) => {
          const key = `test:events:${shards}:${shard}`;
          return (await one.client.xrevrange(key, '+', '-', 'COUNT', 1)).join().includes(`rooms.${room},`) ? key : '';
        }),
      );
      keys.push(found.join(''));
    }
    const dead = await cluster.masterOf(keys[0] ?? '');
    await dead.kill();
    const health = async (name: string): Promise<string> => {
      try {
        await one.app.registry.health.get(name)?.check(new AbortController().signal);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    await eventually(async () => (await health('broadcast')).includes(' of 8)'));
    expect(await health('broadcast')).toMatch(/^Redis cannot be reached for broadcasts \(shard \d of 8\)/);
    await eventually(async () => (await health('redis')) !== '');
    expect(await health('redis')).toContain('slots');
    for (const [room, key] of keys.entries()) {
      if ((await cluster.masterOf(key)) === dead) continue;
      await send(room, 2);
      expect(await until(listeners[room] as Listener, 2)).toEqual([2]);
    }
    // It has nothing left of its log, and its streams must know.
    await dead.start();
    await send(0, 3);
    expect(await until(listeners[0] as Listener, 3)).toEqual(['missed', 3]);
    await eventually(async () => (await health('broadcast')) === '');
  });
});
