import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { handOver } from '@taproot/routing';
import { expect } from 'expect';
import { test } from './cases.ts';
import { endless, leaveAfterFirstBytes } from './stream-sources.ts';
import type { Suite } from './suite.ts';

/** Server-sent events. */
export const events = (suite: Suite): void => {
  test('LC-04 a client that leaves an event stream closes its source', async () => {
    let closed: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (closed = resolve));
    const { port } = await suite.open((route) =>
      route.get('/', (ctx) =>
        ctx.response().eventStream(
          (async function* () {
            try {
              for (;;) {
                yield 'tick';
                await turn();
              }
            } finally {
              closed();
            }
          })(),
        ),
      ),
    );
    await leaveAfterFirstBytes(port, '/');
    await end;
    expect(suite.reported).toEqual([]);
  });

  /** An event source that sends nothing until its signal aborts. */
  const silent = async function* (signal: AbortSignal): AsyncGenerator<string> {
    yield* signal.aborted ? [] : await once(signal, 'abort').then(() => []);
  };

  test('F-3: status, headers and a comment are sent before the first event', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) => ctx.response().eventStream(silent(ctx.request().signal()))),
    );
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(':\n\n');
    await reader?.cancel();
  });

  test('F-4: closing ends event streams at once, and lets other requests finish', async () => {
    const order: string[] = [];
    let answer = (): void => undefined;
    let arrived = (): void => undefined;
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    const { url, close } = await suite.open((route) => {
      route.get('/events', (ctx) => {
        ctx
          .request()
          .signal()
          .addEventListener('abort', () => order.push('signal'));
        return ctx.response().eventStream(silent(ctx.request().signal()));
      });
      route.get('/slow', async (ctx) => {
        const { aborted } = ctx.request().signal();
        await new Promise<void>((resolve) => {
          answer = resolve;
          arrived();
        });
        return ctx.response().json(200, aborted);
      });
    });
    const events = await fetch(`${url}/events`);
    const slow = fetch(`${url}/slow`);
    await isThere;
    const closing = close().then(() => order.push('closed'));
    // The response says when the client should reconnect: after at least a second, and not all clients at once.
    expect(await events.text()).toMatch(/^:\n\nretry: (?:1\d{3}|2000)\n\n$/);
    order.push('ended');
    answer();
    expect(await (await slow).json()).toBe(false);
    await closing;
    expect(order).toEqual(['signal', 'ended', 'closed']);
    expect(suite.reported).toEqual([]);
  });

  test('F-4: a client connects again with the id of the last event it received', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) =>
        ctx.response().eventStream(
          async function* ({ lastEventId, signal }) {
            yield await Promise.resolve({ data: [lastEventId, signal.aborted] });
          },
          { retry: '5s' },
        ),
      ),
    );
    const headers = { 'Last-Event-ID': Buffer.from('7-ö').toString('latin1') };
    const again = await fetch(url, { headers });
    expect(await again.text()).toBe(':\nretry: 5000\n\ndata: ["7-ö",false]\n\n');
    expect(await (await fetch(url)).text()).toContain('data: ["",false]');
  });

  test('F-4: a request that waits for nothing but its signal is told to end while the application closes', async () => {
    let arrived = (): void => undefined;
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    const { url, close } = await suite.open(
      (route) =>
        route.get('/poll', async (ctx) => {
          arrived();
          await once(ctx.request().signal(), 'abort');
          throw ctx.request().signal().reason;
        }),
      { config: { app: { shutdown_timeout: 2 } } },
    );
    const poll = fetch(`${url}/poll`);
    await isThere;
    await close();
    const response = await poll;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ code: 'E_SERVER_CLOSING' });
    expect(suite.reported).toEqual([]);
  });

  test('S-14: an event that cannot be sent ends the stream after its status and is reported', async () => {
    const { raw } = await suite.open((route) =>
      route.get('/', (ctx) => ctx.response().eventStream([{ event: 'a\ndata: forged', data: 1 }])),
    );
    const reply = await raw('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n:\n\n\r\n$/);
    expect(suite.reported).toEqual([expect.objectContaining({ code: 'E_EVENT_INVALID' })]);
  });

  test('events carry their fields', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) =>
        ctx.response().eventStream([{ data: { n: 1 }, event: 'tick', id: '7', retry: '5ms' }, 'two\nlines']),
      ),
    );
    const response = await fetch(url);
    expect(response.headers.get('cache-control')).toContain('no-cache');
    expect(await response.text()).toBe(
      ':\n\nevent: tick\nid: 7\nretry: 5\ndata: {"n":1}\n\ndata: two\ndata: lines\n\n',
    );
  });

  test('SN-04 closing ends the event streams of Web responses and of handlers that write by themselves', async () => {
    let cancelled = 0;
    let left = 0;
    const { url, close } = await suite.open(
      (route) => {
        const headers = { 'Content-Type': 'text/event-stream; charset=utf-8' };
        route.get(
          '/web',
          () =>
            new Response(
              endless(() => void cancelled++),
              { headers },
            ),
        );
        route.get(
          '/old',
          handOver((_req, res) => {
            res.writeHead(200, headers).write('data: 1\n\n');
            res.once('close', () => void left++);
          }),
        );
      },
      // Longer than a test may take, so that the test fails if anything waits for it.
      { config: { app: { shutdown_timeout: 60 } } },
    );
    const open = await Promise.all(['/web', '/old'].map((path) => fetch(url + path)));
    await close();
    expect(await Promise.all(open.map((response) => response.text()))).toEqual(['', 'data: 1\n\n']);
    expect([cancelled, left]).toEqual([1, 1]);
    expect(suite.reported).toEqual([]);
  });
};
