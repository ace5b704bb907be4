import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { handOver } from '@taproot/routing';
import { expect } from 'expect';
import { test } from './cases.ts';
import type { Suite } from './suite.ts';

const leaveAfterFirstBytes = async (port: number, path: string): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'data');
  socket.destroy();
};

/** Streams, server-sent events, clients that leave. */
export const streams = (suite: Suite): void => {
  test('a reply streams from generators, Node streams and Web streams, bytes and text alike', async () => {
    const { url } = await suite.open((route) => {
      route.get('/generator', (ctx) =>
        ctx.response().stream(201, () => ['ö', Buffer.from('ne ')], 'text/plain; charset=utf-8'),
      );
      route.get('/node', (ctx) => ctx.response().stream(200, Readable.from(['t', 'wo '])));
      route.get('/web', (ctx) => ctx.response().stream(200, new Blob(['three']).stream()));
    });
    const answer = async (path: string) => {
      const response = await fetch(url + path);
      return [response.status, response.headers.get('content-length'), await response.text()];
    };
    expect(await answer('/generator')).toEqual([201, null, 'öne ']);
    expect(await answer('/node')).toEqual([200, null, 'two ']);
    expect(await answer('/web')).toEqual([200, null, 'three']);
  });

  test('LC-04 when the client leaves, the source of a stream is closed and the signal aborted', async () => {
    const ended: string[] = [];
    let tell: () => void = () => undefined;
    const { port } = await suite.open((route) =>
      route.get('/', (ctx) => {
        ctx
          .request()
          .signal()
          .addEventListener('abort', () => {
            ended.push('signal');
            tell();
          });
        return ctx.response().stream(200, async function* () {
          try {
            for (;;) {
              yield Buffer.alloc(65_536);
              await turn();
            }
          } finally {
            ended.push('source');
            tell();
          }
        });
      }),
    );
    await leaveAfterFirstBytes(port, '/');
    while (ended.length < 2) await new Promise<void>((resolve) => (tell = resolve));
    expect(ended.toSorted()).toEqual(['signal', 'source']);
    expect(suite.reported).toEqual([]);
  });

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

  /** An event source that says nothing until its signal is aborted. */
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
    // The client is told when to come back: a second later at the earliest, not all clients at once.
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
        ctx.response().eventStream([{ data: { n: 1 }, event: 'tick', id: '7', retry: 5 }, 'two\nlines']),
      ),
    );
    const response = await fetch(url);
    expect(response.headers.get('cache-control')).toContain('no-cache');
    expect(await response.text()).toBe(
      ':\n\nevent: tick\nid: 7\nretry: 5\ndata: {"n":1}\n\ndata: two\ndata: lines\n\n',
    );
  });

  test('LC-05 SN-02 a stream that fails before its first byte is a 500, is reported, and the next request is answered', async () => {
    const { url } = await suite.open((route) => {
      route.get('/broken', (ctx) =>
        ctx
          .response()
          .header('Cache-Control', 'max-age=60')
          .stream(
            200,
            (async function* () {
              await turn();
              if (suite.driver !== '') throw new Error('source failed');
              yield 'never';
            })(),
          ),
      );
      route.get('/', (ctx) => ctx.response().string(200, 'ok'));
    });
    const broken = await fetch(`${url}/broken`);
    expect([broken.status, broken.headers.get('cache-control')]).toEqual([500, null]);
    expect(suite.reported.map(String)).toEqual(['Error: source failed']);
    expect(await (await fetch(url)).text()).toBe('ok');
  });

  test.each<[string]>([['ECONNRESET'], ['EPIPE'], ['ERR_STREAM_PREMATURE_CLOSE']])(
    'SN-03 a stream that breaks off with %s behind its first bytes is reported, and its reply is cut',
    async (code) => {
      const { raw } = await suite.open((route) =>
        route.get('/', (ctx) =>
          ctx.response().stream(
            200,
            (async function* () {
              yield 'first';
              for (let step = 0; step < 5; step++) await turn();
              throw Object.assign(new Error('source broke off'), { code });
            })(),
          ),
        ),
      );
      expect(await raw('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n5\r\nfirst\r\n$/);
      expect(suite.reported.map(String)).toEqual(['Error: source broke off']);
    },
  );

  /** A Web stream that gives nothing and never ends; `cancelled` hears when it is given up. */
  const endless = (cancelled: () => void = () => undefined): ReadableStream<Uint8Array> =>
    new ReadableStream({ cancel: cancelled });

  test.each<[string]>([['text/event-stream'], ['text/plain']])(
    'SN-01 the head of a reply of %s does not wait for its first bytes',
    async (type) => {
      const { url, close } = await suite.open((route) => {
        route.get('/web', () => new Response(endless(), { headers: { 'Content-Type': type } }));
        route.get('/stream', (ctx) => ctx.response().stream(200, endless(), type));
      });
      for (const path of ['/web', '/stream']) {
        const leave = new AbortController();
        const response = await fetch(url + path, { signal: leave.signal });
        expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
        leave.abort();
      }
      await close();
      expect(suite.reported).toEqual([]);
    },
  );

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
      // Longer than a test may take: nothing waits for it.
      { config: { app: { shutdown_timeout: 60 } } },
    );
    const open = await Promise.all(['/web', '/old'].map((path) => fetch(url + path)));
    await close();
    expect(await Promise.all(open.map((response) => response.text()))).toEqual(['', 'data: 1\n\n']);
    expect([cancelled, left]).toEqual([1, 1]);
    expect(suite.reported).toEqual([]);
  });

  test('HEAD of a stream has no body and closes the source', async () => {
    const source = Readable.from(['never sent']);
    const { url } = await suite.open((route) => route.get('/', (ctx) => ctx.response().stream(200, source)));
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(source.destroyed).toBe(true);
  });

  test('LC-02 a reply written by hand stays as it is', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) => {
        ctx.response().writer().writeHead(202, { 'X-By': 'hand' }).end('by hand');
        return ctx.response().string(500, 'late');
      }),
    );
    const response = await fetch(url);
    expect([response.status, response.headers.get('x-by'), await response.text()]).toEqual([202, 'hand', 'by hand']);
  });
};
