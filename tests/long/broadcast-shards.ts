import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Broadcast, broadcast, channel } from '@taproot/broadcast';
import { setup } from '@taproot/core';
import { redis as redisPlugin } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { Redis } from 'ioredis';
import { type EventClient, openClients } from './support/event-clients.ts';
import { WorkerServer } from './support/worker-server.ts';

const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
const rooms = channel('rooms.{room}').events<{ booked: { id: number; by: number } }>();
const events = 5000;
/** Events on their way at once: fewer than the history holds, so that no stream misses one. */
const batch = 250;

/** What a process has open while events of room 0 pass. */
interface Case {
  readonly shards: number;
  readonly what: string;
  /** Streams of which room; null for none. */
  readonly room: (apart: number, together: number) => number | null;
  readonly streams: number;
  /** Microseconds of CPU that one event may cost the process. */
  readonly allowed: number;
}

const cases: readonly Case[] = [
  { shards: 1, what: 'no stream', room: () => null, streams: 0, allowed: 1 },
  { shards: 1, what: 'a stream of another channel', room: (apart) => apart, streams: 1, allowed: 50 },
  { shards: 16, what: 'a stream in another shard', room: (apart) => apart, streams: 1, allowed: 1 },
  { shards: 16, what: 'a stream of another channel', room: (_apart, together) => together, streams: 1, allowed: 50 },
  { shards: 16, what: 'a stream of the channel', room: () => 0, streams: 1, allowed: 100 },
  { shards: 16, what: '100 streams of the channel', room: () => 0, streams: 100, allowed: 5000 },
];

/** A room of another shard than room 0, and one of the same, as the keys of Redis show. */
const roomsBeside = async (
  redis: Redis,
  prefix: string,
  send: (room: number) => Promise<void>,
): Promise<readonly [apart: number, together: number]> => {
  const lengths = async () => {
    const keys = (await redis.keys(`${prefix}:events*`)).toSorted();
    return JSON.stringify(await Promise.all(keys.map(async (key) => [key, await redis.xlen(key)])));
  };
  const keyOf = async (room: number): Promise<string> => {
    await send(room);
    const before = await lengths();
    await send(room);
    const changed = (JSON.parse(await lengths()) as [string, number][]).find(
      ([key, length]) => !before.includes(JSON.stringify([key, length])),
    );
    return changed?.[0] ?? '';
  };
  const own = await keyOf(0);
  let apart = 0;
  let together = 0;
  for (let room = 1; apart === 0 || together === 0; room++) {
    const same = (await keyOf(room)) === own;
    if (same) together ||= room;
    else apart ||= room;
    if (own.endsWith(':events')) apart = together;
  }
  return [apart, together];
};

/** Sends events, and waits for each batch until the streams of the channel have it. */
const sendAll = async (by: Broadcast, clients: readonly EventClient[], first: number): Promise<void> => {
  for (let id = first; id < first + events; id += batch) {
    await Promise.all(
      Array.from({ length: batch }, (_, more) => by.send(rooms.of({ room: 0 }), 'booked', { id: id + more, by: 0 })),
    );
    while (clients.some((client) => !client.has(id + batch - 1))) await pause(1);
  }
};

const cpu = async (port: number): Promise<number> =>
  ((await (await fetch(`http://127.0.0.1:${port}/cpu`)).json()) as { micros: number }).micros;

/** CPU that a process spends on each event of the application, by what it has open and by the number of shards. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  const redis = new Redis(url);
  for (const { shards, what, room, streams, allowed } of cases) {
    const prefix = `broadcast:long:${randomBytes(4).toString('hex')}`;
    const sender = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), redisPlugin(), broadcast()])
      .withConfig({
        http: { port: 0 },
        redis: { connections: { default: { url } } },
        broadcast: { store: 'redis', shards, redis: { prefix } },
      })
      .create();
    const server = new WorkerServer(
      { FIXTURE_WORKERS: '1', FIXTURE_PREFIX: prefix, FIXTURE_SHARDS: String(shards) },
      'broadcast-server.ts',
    );
    try {
      const by = sender.facades.Broadcast();
      const port = await server.open();
      const wanted = room(
        ...(await roomsBeside(redis, prefix, (one) => by.send(rooms.of({ room: one }), 'booked', { id: 0, by: 0 }))),
      );
      const clients = wanted === null ? [] : await openClients(streams, port, `/rooms/${wanted}`);
      const listening = wanted === 0 ? clients : [];
      // The first rounds load and compile the code.
      for (const round of [0, 1]) await sendAll(by, listening, round * events + 1);
      const before = await cpu(port);
      const began = performance.now();
      await sendAll(by, listening, 2 * events + 1);
      const seconds = (performance.now() - began) / 1000;
      const micros = ((await cpu(port)) - before) / events;
      rows[`${shards} ${shards === 1 ? 'shard' : 'shards'}, ${what}`] = {
        'us of CPU for each event': micros.toFixed(1),
        'events a second': Math.round(events / seconds),
      };
      if (micros > allowed) faults.push(`${shards} shards, ${what}: an event costs ${micros.toFixed(1)} us.`);
      for (const client of clients) client.leave();
    } finally {
      await server.end();
      await sender.close();
      const keys = await redis.keys(`${prefix}:*`);
      if (keys.length > 0) await redis.del(...keys);
    }
  }
  redis.disconnect();
  console.log(`CPU of a process while ${events} events pass`);
  console.table(rows);
  return faults;
};
