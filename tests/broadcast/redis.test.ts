import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { Redis } from 'ioredis';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { hasRedis, sharedRedis } from '../throttle/support/services.ts';
import { type Booted, boot, Listener, rooms } from './support/boot.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

const room = rooms.of({ room: 7 });
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** One of the processes of an application. */
const member = async (url: string, prefix: string, broadcast: object = {}): Promise<Booted & { url: string }> => {
  const config = {
    broadcast: { store: 'redis', redis: { prefix }, ...broadcast },
    redis: { connections: { default: { url } } },
  } as const;
  const booted = await boot({ config });
  await booted.app.open();
  return { ...booted, url: `${booted.app.facades.Http().address?.url}/rooms/7` };
};

const book = (app: Application, id: number): Promise<void> => app.facades.Broadcast().send(room, 'booked', { id });

onRedis('broadcasts through Redis', () => {
  const prefixOf = (): string => {
    const prefix = `test:${randomUUID()}`;
    closing.push(async () => {
      const redis = new Redis(sharedRedis);
      await redis.del(`${prefix}:events`);
      redis.disconnect();
    });
    return prefix;
  };

  test('an event of one process reaches the streams of each, once and in one order', async () => {
    const prefix = prefixOf();
    const [one, two] = [await member(sharedRedis, prefix), await member(sharedRedis, prefix)];
    const listeners = [await Listener.connect(one.url), await Listener.connect(two.url)];
    await Promise.all(Array.from({ length: 250 }, (_, id) => book(id % 2 === 0 ? one.app : two.app, id)));
    await book(one.app, -1);
    const received: unknown[][] = [];
    for (const listener of listeners) {
      const all: unknown[] = [];
      for (let event = await listener.next(); event !== null; event = await listener.next()) {
        const [, data] = event;
        all.push(data);
        if ((data as { id: number }).id === -1) break;
      }
      received.push(all);
    }
    expect(received[0]).toHaveLength(251);
    expect(new Set(received[0]?.map((data) => JSON.stringify(data))).size).toBe(251);
    expect(received[1]).toEqual(received[0]);
  });

  test('a client comes back to another process, which started later, and gets what it missed', async () => {
    const prefix = prefixOf();
    const one = await member(sharedRedis, prefix);
    const before = await Listener.connect(one.url);
    await book(one.app, 1);
    expect(await before.next()).toEqual(['booked', { id: 1 }]);
    before.leave();
    await book(one.app, 2);
    const two = await member(sharedRedis, prefix);
    const again = await Listener.connect(two.url, { 'Last-Event-ID': before.lastEventId });
    expect(await again.next()).toEqual(['booked', { id: 2 }]);
    await book(one.app, 3);
    expect(await again.next()).toEqual(['booked', { id: 3 }]);
  });

  test('the log keeps no more events than it should, about', async () => {
    const prefix = prefixOf();
    const { app } = await member(sharedRedis, prefix, { max_history: 10 });
    await Promise.all(Array.from({ length: 500 }, (_, id) => book(app, id)));
    const redis = new Redis(sharedRedis);
    closing.push(() => redis.disconnect());
    expect(await redis.xlen(`${prefix}:events`)).toBeLessThan(250);
  });
});

onRedis('while Redis is down', () => {
  test('events are held, streams stay open, and both catch up; the outage is reported once in each process', async () => {
    const server = await RedisServer.start();
    closing.push(() => server.kill());
    const [one, two] = [await member(server.url, 'test'), await member(server.url, 'test')];
    const listener = await Listener.connect(two.url);
    await book(one.app, 1);
    expect(await listener.next()).toEqual(['booked', { id: 1 }]);
    await server.kill();
    // Its memory is lost with it.
    await Promise.all([book(one.app, 2), book(one.app, 3), book(two.app, 4)]);
    const late = await Listener.connect(one.url);
    await server.start();
    expect(await listener.next()).toEqual(['missed', null]);
    const received = [await listener.next(), await listener.next(), await listener.next()];
    expect(received.map((event) => JSON.stringify(event?.[1])).toSorted()).toEqual([
      '{"id":2}',
      '{"id":3}',
      '{"id":4}',
    ]);
    expect(await late.next()).not.toBeNull();
    expect(one.reports.map(({ code }) => code)).toEqual(['E_BROADCAST_OUTAGE']);
    expect(two.reports.map(({ code }) => code)).toEqual(['E_BROADCAST_OUTAGE', 'E_BROADCAST_MISSED']);
  });

  test('a server that starts meanwhile serves, and its streams begin when Redis comes', async () => {
    const server = await RedisServer.start();
    closing.push(() => server.kill());
    await server.kill();
    const { app, url, reports } = await member(server.url, 'test');
    const listener = await Listener.connect(url);
    await book(app, 1);
    await server.start();
    // The log is younger than the stream: another process may have written to one that was lost.
    expect(await listener.next()).toEqual(['missed', null]);
    expect(await listener.next()).toEqual(['booked', { id: 1 }]);
    expect(reports.map(({ code }) => code)).toEqual(['E_BROADCAST_OUTAGE']);
  });

  test('the oldest of too many held events are dropped, which is reported; those left at the end are, too', async () => {
    const { app, reports } = await member('redis://127.0.0.1:1', 'test', { max_history: 3 });
    for (let id = 0; id < 5; id++) await book(app, id);
    await app.close();
    expect(reports.map(({ code }) => code)).toEqual(['E_BROADCAST_OUTAGE', 'E_BROADCAST_DROPPED']);
  });
});

test('the store redis without the plugin redis() does not boot', async () => {
  await expect(boot({ config: { broadcast: { store: 'redis' } }, withoutRedis: true })).rejects.toMatchObject({
    code: 'E_REDIS_MISSING',
  });
});
