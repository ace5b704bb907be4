import { setTimeout as pause } from 'node:timers/promises';
import { afterEach } from '@jest/globals';
import { CutProxy } from '@taproot/broadcast/testing';
import { Redis } from 'ioredis';
import { RedisServer } from '../../throttle/support/redis-server.ts';
import { type Booted, boot, type Listener, rooms } from './boot.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A Redis of the test's own, and a client for it. */
export const ownRedis = async (): Promise<{ readonly server: RedisServer; readonly client: Redis }> => {
  const server = await RedisServer.start();
  closing.push(() => server.kill());
  const client = new Redis(server.url);
  client.on('error', () => undefined);
  closing.push(() => client.disconnect());
  return { server, client };
};

/** A way to this Redis that can be cut. */
export const wayTo = async (server: RedisServer): Promise<CutProxy & { readonly url: string }> => {
  const proxy = await CutProxy.before(server.port);
  closing.push(() => proxy.close());
  return Object.assign(proxy, { url: `redis://127.0.0.1:${proxy.port}` });
};

/** One of the processes of an application. */
export interface Member extends Booted {
  /** The address of its streams: `/rooms/7` follows. */
  readonly origin: string;
  send(room: string | number, id: number): Promise<void>;
  /** The messages that it reported with this code. */
  told(code: string): string[];
}

export const member = async (url: string, broadcast: object = {}, shards = 1): Promise<Member> => {
  const booted = await boot({
    config: {
      broadcast: { store: 'redis', ...broadcast, shards, redis: { prefix: 'test' } },
      redis: { connections: { default: { url } } },
    },
  });
  await booted.app.open();
  const { app, reports } = booted;
  return {
    ...booted,
    origin: app.facades.Http().address?.url ?? '',
    send: (room, id) => app.facades.Broadcast().send(rooms.of({ room }), 'booked', { id }),
    told: (code) => reports.filter((error) => error.code === code).map(({ message }) => message),
  };
};

/** Sends the events with these ids, many at a time. */
export const sendMany = async (by: Member, room: number, first: number, last: number): Promise<void> => {
  for (let id = first; id <= last; id += 100)
    await Promise.all(Array.from({ length: Math.min(100, last - id + 1) }, (_, more) => by.send(room, id + more)));
};

/** What a client got until an event: ids of events, and `missed`. */
export const until = async (listener: Listener, last: number): Promise<(number | 'missed')[]> => {
  const got: (number | 'missed')[] = [];
  for (;;) {
    const event = await listener.next();
    if (event === null) throw new Error(`The stream ended after ${got.slice(-3).join()}.`);
    got.push(event[0] === 'missed' ? 'missed' : (event[1] as { id: number }).id);
    if (got.at(-1) === last) return got;
  }
};

/** Waits until it holds. */
export const eventually = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(5);
};
