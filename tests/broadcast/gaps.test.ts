import { describe, expect, test } from '@jest/globals';
import { hasRedis } from '../throttle/support/services.ts';
import { Listener } from './support/boot.ts';
import { eventually, member, ownRedis, sendMany, until, wayTo } from './support/members.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Of the events 2 to `last`: the first ones are missing, `missed` says so, and the others come once and in their order. */
const expectOneGap = (got: readonly (number | 'missed')[], last: number): number => {
  const [mark, first] = got;
  expect(mark).toBe('missed');
  expect(got.slice(1)).toEqual(range(Number(first), last));
  return Number(first) - 2;
};

onRedis('a process that was cut off from Redis', () => {
  test('says "missed" to every stream when events were trimmed meanwhile, and reports how many', async () => {
    const { server } = await ownRedis();
    const way = await wayTo(server);
    const [near, far] = [await member(server.url), await member(way.url)];
    const streams = [await Listener.connect(`${far.origin}/rooms/7`), await Listener.connect(`${far.origin}/rooms/7`)];
    const other = await Listener.connect(`${far.origin}/rooms/8`);
    const away = await Listener.connect(`${far.origin}/rooms/7`);
    await near.send(7, 1);
    for (const stream of [...streams, away]) expect(await until(stream, 1)).toEqual([1]);
    away.leave();
    way.cut();
    await sendMany(near, 7, 2, 5001);
    way.mend();
    const gaps: number[] = [];
    for (const stream of streams) gaps.push(expectOneGap(await until(stream, 5001), 5001));
    expect(gaps[0]).toBeGreaterThan(3000);
    expect(gaps[1]).toBe(gaps[0]);
    // Nobody knows the channels of the missing events.
    expect(await other.next()).toEqual(['missed', null]);
    const again = await Listener.connect(`${far.origin}/rooms/7`, { 'Last-Event-ID': away.lastEventId });
    expectOneGap(await until(again, 5001), 5001);
    await near.send(7, 5002);
    expect(await until(again, 5002)).toEqual([5002]);
    expect(far.told('E_BROADCAST_MISSED')).toEqual([
      `This process missed ${gaps[0]} events of broadcasts, because Redis had removed them before this process could read them. It sent "missed" to 3 open streams.`,
    ]);
    expect(far.told('E_BROADCAST_SLOW')).toEqual([]);
    expect(near.reports).toEqual([]);
  });

  test('sends each event once when Redis still has them all, however many of them wait', async () => {
    const { server } = await ownRedis();
    const way = await wayTo(server);
    const [near, far] = [await member(server.url), await member(way.url, { max_buffer: 8 })];
    const stream = await Listener.connect(`${far.origin}/rooms/7`);
    await near.send(7, 1);
    expect(await until(stream, 1)).toEqual([1]);
    way.cut();
    await sendMany(near, 7, 2, 900);
    way.mend();
    expect(await until(stream, 900)).toEqual(range(2, 900));
    expect(far.reports.map(({ code }) => code)).toEqual(['E_BROADCAST_OUTAGE']);
  });

  test('says "missed" at once when the log was lost meanwhile, although no event follows', async () => {
    const { server, client } = await ownRedis();
    const way = await wayTo(server);
    const [near, far] = [await member(server.url), await member(way.url)];
    const stream = await Listener.connect(`${far.origin}/rooms/7`);
    await near.send(7, 1);
    expect(await until(stream, 1)).toEqual([1]);
    const before = stream.lastEventId;
    way.cut();
    await near.send(7, 2);
    await client.flushall();
    way.mend();
    expect(await stream.next()).toEqual(['missed', null]);
    const again = await Listener.connect(`${near.origin}/rooms/7`, { 'Last-Event-ID': before });
    expect(await again.next()).toEqual(['missed', null]);
    await near.send(7, 3);
    expect(await until(stream, 3)).toEqual([3]);
    expect(far.told('E_BROADCAST_MISSED')).toEqual([
      expect.stringContaining(
        'an unknown number of events of broadcasts, because Redis has lost its log and begun a new',
      ),
    ]);
  });

  test('and holds more events than it may tells the streams of every process how many were dropped', async () => {
    const { server } = await ownRedis();
    const way = await wayTo(server);
    const [near, far] = [await member(server.url), await member(way.url, { max_history: 3 })];
    const streams = [await Listener.connect(`${near.origin}/rooms/7`), await Listener.connect(`${far.origin}/rooms/7`)];
    way.cut();
    await eventually(() => far.told('E_BROADCAST_OUTAGE').length > 0);
    for (let id = 1; id <= 10; id++) await far.send(7, id);
    way.mend();
    for (const stream of streams) expect(await until(stream, 10)).toEqual(['missed', 8, 9, 10]);
    expect(near.told('E_BROADCAST_MISSED')).toEqual([expect.stringContaining('missed 7 events')]);
  });
});

onRedis('a process that was suspended', () => {
  test('says "missed" to its streams, although their own channels had few events', async () => {
    const { server } = await ownRedis();
    const way = await wayTo(server);
    const [near, far] = [await member(server.url), await member(way.url)];
    const stream = await Listener.connect(`${far.origin}/rooms/7`);
    await near.send(7, 1);
    expect(await until(stream, 1)).toEqual([1]);
    way.freeze();
    await sendMany(near, 7, 2, 5);
    await sendMany(near, 8, 1, 4000);
    way.thaw();
    await near.send(7, 6);
    const got = await until(stream, 6);
    expect(got.filter((one) => one === 'missed')).toHaveLength(1);
    expect(far.told('E_BROADCAST_MISSED')).toHaveLength(1);
  });
});

onRedis('a log of Redis', () => {
  test('that lost one event of a sender, as a failover may do, makes every process say so', async () => {
    const { server, client } = await ownRedis();
    const near = await member(server.url);
    const stream = await Listener.connect(`${near.origin}/rooms/7`);
    await near.send(7, 1);
    expect(await until(stream, 1)).toEqual([1]);
    const [entry] = await client.xrevrange('test:events', '+', '-', 'COUNT', 1);
    const [, [, log = '', , position = '', ...event] = []] = entry ?? [];
    event[event.length - 1] = '2';
    event[event.indexOf('data') + 1] = '{"id":3}';
    await client.xadd('test:events', '*', 'log', log, 'position', Number(position) + 1, ...event);
    expect(await until(stream, 3)).toEqual(['missed', 3]);
    expect(near.told('E_BROADCAST_MISSED')).toEqual([expect.stringContaining('missed 1 event of broadcasts')]);
  });

  test('that went back makes every process say so', async () => {
    const { server, client } = await ownRedis();
    const near = await member(server.url);
    const stream = await Listener.connect(`${near.origin}/rooms/7`);
    await near.send(7, 1);
    expect(await until(stream, 1)).toEqual([1]);
    const [entry] = await client.xrevrange('test:events', '+', '-', 'COUNT', 1);
    const [, [, log = '', , position = '', ...event] = []] = entry ?? [];
    event[event.indexOf('sender') + 1] = 'another';
    await client.xadd('test:events', '*', 'log', log, 'position', position, ...event);
    expect(await until(stream, 1)).toEqual(['missed', 1]);
    expect(near.told('E_BROADCAST_MISSED')).toEqual([expect.stringContaining('an unknown number of events')]);
  });
});
