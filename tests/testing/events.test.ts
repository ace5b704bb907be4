import { EventEmitter, on, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { withApp } from './support.ts';

const forever = async function* (closed: () => void): AsyncGenerator<string> {
  try {
    for (let number = 1; ; number++) {
      yield `tick ${number}`;
      await pause(1);
    }
  } finally {
    closed();
  }
};

test('events are read while the stream is open, and leaving the loop closes it', async () => {
  let closed: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (closed = resolve));
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(forever(closed))),
    async (client) => {
      const seen: string[] = [];
      for await (const { data } of client.get('/events').events()) {
        seen.push(data);
        if (seen.length === 3) break;
      }
      expect(seen).toEqual(['tick 1', 'tick 2', 'tick 3']);
      await end;
    },
  );
});

test('an event has its type, its data and the last id', async () => {
  const sent = [{ event: 'order', id: '7', data: { total: 'ü\n5' } }, 'two\nlines', { data: '' }];
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(sent)),
    async (client) => {
      const events = client.get('/events').events();
      expect(await events.next()).toEqual({
        done: false,
        value: { event: 'order', id: '7', data: JSON.stringify({ total: 'ü\n5' }) },
      });
      expect(await events.next()).toMatchObject({ value: { event: 'message', data: 'two\nlines', id: '7' } });
      expect(await events.next()).toMatchObject({ value: { data: '' } });
      expect(await events.next()).toMatchObject({ done: true });
    },
  );
});

test('an application that closes ends the streams that a test left open', async () => {
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(forever(() => undefined))),
    async (client, app) => {
      const events = client.get('/events').events();
      await events.next();
      await app.close();
      for await (const event of events) expect(event.data).toMatch(/tick/);
    },
  );
});

test('a reply that is no event stream fails with what it is', async () => {
  await withApp(
    () => undefined,
    async (client) => {
      await expect(client.get('/none').events().next()).rejects.toThrow(/not an event stream[^]*404 Not Found/);
    },
  );
});

test('a stream that was opened receives what happens before it is read', async () => {
  const told = new EventEmitter();
  const stories = async function* (signal: AbortSignal): AsyncGenerator<string> {
    for await (const [story] of on(told, 'story', { signal })) yield String(story);
  };
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(({ signal }) => stories(signal))),
    async (client) => {
      const events = await client.get('/events').events().open();
      expect(told.listenerCount('story')).toBe(1);
      told.emit('story', 'first');
      expect(await events.next()).toMatchObject({ value: { data: 'first' } });
      await events.return();
    },
  );
});

test('a stream that was opened and never read can be left', async () => {
  const told = new EventEmitter();
  const ended = once(told, 'ended');
  const silence = async function* (signal: AbortSignal): AsyncGenerator<string> {
    if (!signal.aborted) await once(signal, 'abort');
    told.emit('ended');
    yield* [];
  };
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(({ signal }) => silence(signal))),
    async (client) => {
      const events = await client.get('/events').events().open();
      await events.return();
      await ended;
    },
  );
});

test('opening a response that is not an event stream fails with its status', async () => {
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().json(403, { no: true })),
    async (client) => {
      await expect(client.get('/events').events().open()).rejects.toThrow(/not an event stream[^]*403/);
    },
  );
});
