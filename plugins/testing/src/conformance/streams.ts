import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'expect';
import { test } from './cases.ts';
import { endless, leaveAfterFirstBytes } from './stream-sources.ts';
import type { Suite } from './suite.ts';

/** Streams, and clients that leave them. */
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
