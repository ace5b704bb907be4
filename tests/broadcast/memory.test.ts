import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { type Broadcast, channel } from '@taproot/broadcast';
import { definePlugin } from '@taproot/core/plugin';
import { drivers } from '../support/drivers.ts';
import { boot, Listener, rooms, users } from './support/boot.ts';

describe.each(drivers)('broadcasts in one process, on the %s driver', (driver) => {
  const serve = async (broadcast: object = {}) => {
    const booted = await boot({ driver, config: { broadcast } });
    await booted.app.open();
    return { ...booted, broadcast: booted.app.facades.Broadcast(), url: booted.app.facades.Http().address?.url ?? '' };
  };

  test('an event reaches the streams of its channel alone, each of them once', async () => {
    const { broadcast, url } = await serve();
    const first = await Listener.connect(`${url}/rooms/7`);
    const second = await Listener.connect(`${url}/rooms/7`);
    const other = await Listener.connect(`${url}/rooms/8`);
    await broadcast.send(rooms.of({ room: 7 }), 'booked', { id: 1 });
    await broadcast.send(rooms.of({ room: 8 }), 'closed', null);
    await broadcast.send(rooms.of({ room: 7 }), 'booked', { id: 2 });
    for (const listener of [first, second]) {
      expect(await listener.next()).toEqual(['booked', { id: 1 }]);
      expect(await listener.next()).toEqual(['booked', { id: 2 }]);
    }
    expect(await other.next()).toEqual(['closed', null]);
  });

  test('a client that comes back gets what it missed, once, and goes on from there', async () => {
    const { broadcast, url } = await serve();
    const room = rooms.of({ room: 7 });
    const before = await Listener.connect(`${url}/rooms/7`);
    // It left before the first event, and has an id nevertheless.
    await before.block();
    before.leave();
    await broadcast.send(room, 'booked', { id: 1 });
    await broadcast.send(rooms.of({ room: 8 }), 'booked', { id: 80 });
    await broadcast.send(room, 'booked', { id: 2 });
    const again = await Listener.connect(`${url}/rooms/7`, { 'Last-Event-ID': before.lastEventId });
    expect(await again.next()).toEqual(['booked', { id: 1 }]);
    expect(await again.next()).toEqual(['booked', { id: 2 }]);
    again.leave();
    await broadcast.send(room, 'booked', { id: 3 });
    const third = await Listener.connect(`${url}/rooms/7`, { 'Last-Event-ID': again.lastEventId });
    await broadcast.send(room, 'booked', { id: 4 });
    expect(await third.next()).toEqual(['booked', { id: 3 }]);
    expect(await third.next()).toEqual(['booked', { id: 4 }]);
  });

  test('a client that missed more than is kept is told so', async () => {
    const { broadcast, url } = await serve({ max_history: 2 });
    const room = rooms.of({ room: 7 });
    const before = await Listener.connect(`${url}/rooms/7`);
    await before.block();
    before.leave();
    for (let id = 1; id <= 4; id++) await broadcast.send(room, 'booked', { id });
    const again = await Listener.connect(`${url}/rooms/7`, { 'Last-Event-ID': before.lastEventId });
    expect(await again.next()).toEqual(['missed', null]);
    expect(await again.next()).toEqual(['booked', { id: 3 }]);
    // An id that is none is no claim to anything.
    const fresh = await Listener.connect(`${url}/rooms/7`, { 'Last-Event-ID': '<script>' });
    await broadcast.send(room, 'booked', { id: 5 });
    expect(await fresh.next()).toEqual(['booked', { id: 5 }]);
  });

  test('a private channel is streamed to those who may listen', async () => {
    const { broadcast, url, reports } = await serve();
    const refused = await fetch(`${url}/users/ann`, { headers: { 'X-User': 'bob' } });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'E_BROADCAST_FORBIDDEN' });
    expect((await fetch(`${url}/both/7/ann`)).status).toBe(403);
    const ann = await Listener.connect(`${url}/both/7/ann`, { 'X-User': 'ann' });
    await broadcast.send(users.of({ user: 'ann' }), 'renamed', { to: 'Anna' });
    await broadcast.send(rooms.of({ room: 7 }), 'closed', null);
    expect(await ann.next()).toEqual(['renamed', { to: 'Anna' }]);
    expect(await ann.next()).toEqual(['closed', null]);
    expect(reports).toEqual([]);
  });

  test('a parameter never makes the channel of another pattern, whatever it is', async () => {
    const kinds = channel('users.{user}.{kind}').authorize(() => false);
    const open = channel('users.{user}.public');
    const alike = channel('users.{id}.{sort}');
    const { app } = await boot({
      driver,
      plugins: [
        definePlugin({
          name: 'streams',
          after: ['broadcast'],
          apply: ({ facades }) => {
            const route = facades.Route();
            const other = alike.of({ id: 7, sort: 'public' });
            route.get('/open', (ctx) => facades.Broadcast().stream(ctx, open.of({ user: 7 })));
            route.get('/private', (ctx) => facades.Broadcast().stream(ctx, kinds.of({ user: 7, kind: 'public' })));
            route.get('/alike', (ctx) => facades.Broadcast().stream(ctx, other));
          },
        }),
      ],
    });
    await app.open();
    const url = app.facades.Http().address?.url ?? '';
    expect((await fetch(`${url}/private`)).status).toBe(403);
    const listener = await Listener.connect(`${url}/open`);
    await listener.block();
    const before = listener.lastEventId;
    const same = await Listener.connect(`${url}/alike`);
    const broadcast = app.facades.Broadcast();
    await broadcast.send(kinds.of({ user: 7, kind: 'public' }), 'secret', 1);
    await broadcast.send(open.of({ user: 7 }), 'open', 2);
    expect(await listener.next()).toEqual(['open', 2]);
    const again = await Listener.connect(`${url}/open`, { 'Last-Event-ID': before });
    expect(await again.next()).toEqual(['open', 2]);
    // The names of parameters make no other channel.
    expect(await same.next()).toEqual(['secret', 1]);
  });

  test('a client that does not read is cut and reported, and the others go on', async () => {
    const { broadcast, url, reports } = await serve({ max_buffer: 4, max_stall: '20ms' });
    const reader = await Listener.connect(`${url}/rooms/7`);
    const silent = connect(Number(new URL(url).port), '127.0.0.1');
    silent.write('GET /rooms/7 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(silent, 'readable');
    const room = rooms.of({ room: 7 });
    // More than sockets and streams hold.
    const large = 'x'.repeat(60_000);
    for (let id = 0; reports.length === 0 && id < 2000; id++) {
      await broadcast.send(room, 'booked', { id, large } as { id: number });
      expect(await reader.next()).toEqual(['booked', { id, large }]);
    }
    expect(reports.map(({ code }) => code)).toEqual(['E_BROADCAST_SLOW']);
    let last = '';
    for await (const bytes of silent) last = String(bytes).slice(-10);
    expect(last).not.toContain('\r\n0\r\n');
    await broadcast.send(room, 'closed', null);
    expect(await reader.next()).toEqual(['closed', null]);
  });

  test('many events at once reach a client that reads, although few of them may wait', async () => {
    const { broadcast, url, reports } = await serve({ max_buffer: 4 });
    const reader = await Listener.connect(`${url}/rooms/7`);
    const room = rooms.of({ room: 7 });
    await Promise.all(Array.from({ length: 500 }, (_, id) => broadcast.send(room, 'booked', { id })));
    for (let id = 0; id < 500; id++) expect(await reader.next()).toEqual(['booked', { id }]);
    expect(reports).toEqual([]);
  });

  test('a client that reads on after more events than are kept is told so, and goes on', async () => {
    const { broadcast, url, reports } = await serve({ max_buffer: 4, max_history: 10 });
    const reader = await Listener.connect(`${url}/rooms/7`);
    const room = rooms.of({ room: 7 });
    await Promise.all(Array.from({ length: 500 }, (_, id) => broadcast.send(room, 'booked', { id })));
    const got: unknown[] = [];
    while (JSON.stringify(got.at(-1)) !== '["booked",{"id":499}]') got.push(await reader.next());
    const at = got.findIndex((event) => JSON.stringify(event) === '["missed",null]');
    const after = got.slice(at + 1);
    expect(after).toEqual(after.map((_, index) => ['booked', { id: 500 - after.length + index }]));
    expect(after.length).toBeGreaterThanOrEqual(10);
    expect(reports).toMatchObject([{ code: 'E_BROADCAST_SLOW', message: expect.stringContaining('It got the event') }]);
  });

  test('closing ends each stream with the time to come back after', async () => {
    const { app, url } = await serve();
    const listener = await Listener.connect(`${url}/rooms/7`);
    await listener.block();
    await app.close();
    expect(await listener.block()).toMatch(/^retry: \d{4}$/);
    expect(await listener.block()).toBeNull();
  });
});

describe('each()', () => {
  const serve = async () => {
    const { app } = await boot();
    await app.open();
    return { broadcast: app.facades.Broadcast() };
  };
  const room = rooms.of({ room: 7 });
  const ignore = (): void => undefined;
  const sendTo = async (broadcast: Broadcast, ids: readonly number[]): Promise<void> => {
    for (const id of ids) await broadcast.send(room, 'booked', { id });
  };

  test('gives each event while it is sent, after the greeting, and resolves at the end', async () => {
    const { broadcast } = await serve();
    const taken: unknown[] = [];
    const events = broadcast.listen([room], '', ignore);
    const ended = events.each(({ event, data }) => {
      taken.push(event === undefined ? 'greeting' : data);
      return undefined;
    });
    await sendTo(broadcast, [1]);
    expect(taken).toEqual(['greeting', '{"id":1}']);
    await events.return?.();
    await ended;
    await sendTo(broadcast, [2]);
    expect(taken).toHaveLength(2);
  });

  test('keeps further events while a promise is pending, in their order', async () => {
    const { broadcast } = await serve();
    const taken: unknown[] = [];
    let free = ignore;
    const events = broadcast.listen([room], '', ignore);
    void events.each(({ data }) => {
      taken.push(data);
      return data === '{"id":1}' ? new Promise<void>((resolve) => (free = resolve)) : undefined;
    });
    await sendTo(broadcast, [1, 2, 3]);
    expect(taken).toEqual([undefined, '{"id":1}']);
    free();
    await sendTo(broadcast, [4]);
    expect(taken.slice(2)).toEqual(['{"id":2}', '{"id":3}', '{"id":4}']);
  });

  test.each([
    [
      'thrown',
      () => {
        throw new Error('roots');
      },
    ],
    ['of a promise', () => Promise.reject(new Error('roots'))],
  ])('an error %s ends the events of this reader alone', async (_name, fail: () => Promise<unknown>) => {
    const { broadcast } = await serve();
    const [good, bad]: unknown[][] = [[], []];
    const failed = broadcast.listen([room], '', ignore).each(({ data }) => {
      bad?.push(data);
      return data === '{"id":1}' ? fail() : undefined;
    });
    void broadcast.listen([room], '', ignore).each(({ data }) => {
      good?.push(data);
      return undefined;
    });
    await sendTo(broadcast, [1]);
    await expect(failed).rejects.toThrow('roots');
    await sendTo(broadcast, [2]);
    expect([bad, good]).toEqual([
      [undefined, '{"id":1}'],
      [undefined, '{"id":1}', '{"id":2}'],
    ]);
  });
});
