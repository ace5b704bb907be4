import { describe, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { hasRedis } from '../throttle/support/services.ts';
import { Listener } from './support/boot.ts';
import { eventually, type Member, member, ownRedis, sendMany, until, wayTo } from './support/members.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

/** The shard of each room, as the log has it. */
const shardOf = async (client: Redis, room: number, by: Member): Promise<string> => {
  const keys = async () => (await client.keys('test:events:8:*')).toSorted();
  await client.flushall();
  await by.send(room, 0);
  const [key = ''] = await keys();
  return key;
};

/** Two rooms of different shards. */
const apart = async (client: Redis, by: Member): Promise<readonly [one: number, other: number]> => {
  const first = await shardOf(client, 1, by);
  for (let room = 2; ; room++)
    if ((await shardOf(client, room, by)) !== first) {
      await client.flushall();
      return [1, room];
    }
};

onRedis('channels in eight shards', () => {
  test('reach the streams of every process, each once and in its order', async () => {
    const { server } = await ownRedis();
    const [one, two] = [await member(server.url, {}, 8), await member(server.url, {}, 8)];
    const listeners: Listener[] = [];
    for (let room = 0; room < 20; room++) listeners.push(await Listener.connect(`${one.origin}/rooms/${room}`));
    for (let room = 0; room < 20; room++) await sendMany(room % 2 === 0 ? one : two, room, 1, 50);
    for (const listener of listeners)
      expect(await until(listener, 50)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    for (const { reports } of [one, two]) expect(reports).toEqual([]);
  });

  test('are read only where a stream is open', async () => {
    const { server, client } = await ownRedis();
    const near = await member(server.url, {}, 8);
    const [room, other] = await apart(client, near);
    const far = await member(server.url, {}, 8);
    const stream = await Listener.connect(`${far.origin}/rooms/${room}`);
    const read = async () => /cmdstat_xread:calls=(\d+)/.exec(await client.info('commandstats'))?.[1];
    await near.send(room, 1);
    expect(await until(stream, 1)).toEqual([1]);
    // The answer to the read that waits now will be the next event.
    await eventually(async () => String(await client.call('CLIENT', 'LIST')).includes('flags=b'));
    const before = await read();
    expect(before).toBeDefined();
    await sendMany(near, other, 1, 200);
    expect(await read()).toBe(before);
    await near.send(room, 2);
    expect(await until(stream, 2)).toEqual([2]);
    expect(far.reports).toEqual([]);
  });

  test('a new stream gets events at once, although the reader waits for those of another shard', async () => {
    const { server, client } = await ownRedis();
    const near = await member(server.url, {}, 8);
    const [room, other] = await apart(client, near);
    const stream = await Listener.connect(`${near.origin}/rooms/${room}`);
    await eventually(async () => String(await client.call('CLIENT', 'LIST')).includes('flags=b'));
    const late = await Listener.connect(`${near.origin}/rooms/${other}`);
    await near.send(other, 1);
    expect(await until(late, 1)).toEqual([1]);
    // It did not wait for the end of its two seconds: this woke it.
    expect(await client.keys('test:wake:*')).toHaveLength(1);
    await near.send(room, 2);
    expect(await until(stream, 2)).toEqual([2]);
  });

  test('a client of several comes back to the right place in each', async () => {
    const { server, client } = await ownRedis();
    const near = await member(server.url, {}, 8);
    const [one, other] = await apart(client, near);
    const path = `/several/${one}/${other}`;
    const stream = await Listener.connect(near.origin + path);
    await stream.block();
    // It leaves before the first event of the second room.
    await near.send(one, 1);
    expect(await until(stream, 1)).toEqual([1]);
    stream.leave();
    expect(stream.lastEventId).toMatch(/^8\/\d:\d+-\d+,8\/\d:\d+-\d+$/);
    await near.send(other, 2);
    await near.send(one, 3);
    const far = await member(server.url, {}, 8);
    const again = await Listener.connect(far.origin + path, { 'Last-Event-ID': stream.lastEventId });
    const got = [await again.next(), await again.next()].map((event) => JSON.stringify(event?.[1]));
    expect(new Set(got)).toEqual(new Set(['{"id":2}', '{"id":3}']));
    await near.send(other, 4);
    expect(await until(again, 4)).toEqual([4]);
  });

  test('a gap in one of them is said to its streams, and to no others', async () => {
    const { server, client } = await ownRedis();
    const way = await wayTo(server);
    const near = await member(server.url, { max_history: 100 }, 8);
    const [room, other] = await apart(client, near);
    const far = await member(way.url, { max_history: 100 }, 8);
    const hit = await Listener.connect(`${far.origin}/rooms/${room}`);
    const spared = await Listener.connect(`${far.origin}/rooms/${other}`);
    await near.send(other, 1);
    expect(await until(spared, 1)).toEqual([1]);
    way.cut();
    await sendMany(near, room, 1, 2000);
    await near.send(other, 2);
    way.mend();
    expect((await until(hit, 2000))[0]).toBe('missed');
    expect(await until(spared, 2)).toEqual([2]);
  });

  test('a client that comes back after the number of shards was changed gets "missed"', async () => {
    const { server } = await ownRedis();
    const before = await member(server.url, {}, 8);
    const stream = await Listener.connect(`${before.origin}/rooms/7`);
    await before.send(7, 1);
    expect(await until(stream, 1)).toEqual([1]);
    for (const shards of [1, 4]) {
      const after = await member(server.url, {}, shards);
      const again = await Listener.connect(`${after.origin}/rooms/7`, { 'Last-Event-ID': stream.lastEventId });
      expect(await again.next()).toEqual(['missed', null]);
    }
  });
});
