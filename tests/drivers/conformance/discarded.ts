import { EventEmitter, once } from 'node:events';
import { createReadStream, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, test } from '@jest/globals';
import { type Context, hasCode, type Middleware, type Response } from '@taproot/core';
import type { Suite } from '@taproot/testing/conformance';
import { allClosed, leftOpen } from '../../routing/support/open-files.ts';
import { withSeconds } from '../../support/with-seconds.ts';

const failing = (): Middleware => ({
  signature: () => 'failing',
  async handle(_ctx, next) {
    await next();
    throw new Error('after the handler');
  },
});

/** Bodies that fail, that nobody gets, or that cannot be sent: none of them may end the process or stay open. */
export const discarded = (suite: Suite): void => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'taproot-bodies-')));
  const file = join(directory, 'file.txt');
  writeFileSync(file, 'from the disk');
  const large = join(directory, 'large.bin');
  writeFileSync(large, '');
  truncateSync(large, 64 * 1024 * 1024);
  afterAll(() => rmSync(directory, { recursive: true }));

  const ask = async (url: string, method = 'GET') => {
    const response = await fetch(url, { method });
    return [response.status, await response.text()];
  };

  test('a file read by createReadStream() is streamed', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) => ctx.response().stream(200, createReadStream(file), 'text/plain')),
    );
    expect(await ask(url)).toEqual([200, 'from the disk']);
    expect(await ask(url, 'HEAD')).toEqual([200, '']);
    expect(suite.reported).toEqual([]);
  });

  test('SN-02 a file that is missing is a 500, and HEAD does not read it', async () => {
    const { url } = await suite.open((route) => {
      route.get('/', (ctx) => ctx.response().stream(200, createReadStream(join(directory, 'missing'))));
      route.get('/next', (ctx) => ctx.response().string(200, 'next'));
    });
    expect(await ask(url, 'HEAD')).toEqual([200, '']);
    expect(suite.reported).toEqual([]);
    expect((await ask(url))[0]).toBe(500);
    expect(suite.reported.map(String)).toEqual([expect.stringContaining('ENOENT')]);
    expect(await ask(`${url}/next`)).toEqual([200, 'next']);
  });

  test('a stream that has failed before it is sent is answered 500', async () => {
    const failed = () => new ReadableStream<Uint8Array>({ start: (stream) => stream.error(new Error('upstream')) });
    const { url } = await suite.open((route) => {
      route
        .get('/', (ctx) => ctx.response().stream(200, failed()))
        .middleware({
          signature: () => 'slow',
          async handle(_ctx, next) {
            const response = await next();
            if (response.body instanceof Readable && !response.body.closed) await once(response.body, 'close');
            return response;
          },
        });
    });
    expect((await ask(url))[0]).toBe(500);
    expect(suite.reported.map(String)).toEqual([expect.stringContaining('upstream')]);
    expect(await ask(url, 'HEAD')).toEqual([expect.any(Number), '']);
  });

  test('a status that does not exist is answered 500', async () => {
    const { url } = await suite.open((route) =>
      route.get('/{status}', (ctx) => {
        const response = ctx.response().string(200, 'x');
        response.status = Number(ctx.request().route('status'));
        return response;
      }),
    );
    for (const status of [0, 99, 101, 1000, 'none']) expect((await ask(`${url}/${status}`))[0]).toBe(500);
    expect(suite.reported).toHaveLength(5);
    expect(await ask(`${url}/200`)).toEqual([200, 'x']);
  });

  test('HEAD closes the source of a stream and of events, though neither began', async () => {
    const open = new Set<string>();
    const source = (name: string): AsyncIterable<string> => ({
      [Symbol.asyncIterator]() {
        open.add(name);
        return {
          next: () => new Promise(() => undefined),
          async return() {
            open.delete(name);
            return { done: true, value: undefined };
          },
        };
      },
    });
    const { url } = await suite.open((route) => {
      route.get('/stream', (ctx) => ctx.response().stream(200, source('stream')));
      route.get('/events', (ctx) => ctx.response().eventStream(source('events')));
      route.get('/web', (ctx) =>
        ctx.response().stream(200, new ReadableStream({ cancel: () => Promise.reject(new Error('late')) })),
      );
    });
    for (const path of ['/stream', '/events', '/web']) expect(await ask(url + path, 'HEAD')).toEqual([200, '']);
    expect([...open]).toEqual([]);
    expect(suite.reported).toEqual([]);
  });

  test('LC-04 a Web stream that waits for its next piece is cancelled when the client leaves', async () => {
    const source = new EventEmitter();
    const cancelled = once(source, 'cancelled');
    const { port } = await suite.open((route) =>
      route.get('/', (ctx) =>
        ctx.response().stream(
          200,
          new ReadableStream({
            start: (stream) => stream.enqueue(Buffer.from('one')),
            cancel: () => void source.emit('cancelled'),
          }),
        ),
      ),
    );
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await cancelled;
    expect(suite.reported).toEqual([]);
  });

  test('a middleware that fails after next() closes the stream whose place its error takes', async () => {
    const body = new Readable({ read: () => undefined });
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) => ctx.response().stream(200, body)).middleware(failing()),
    );
    const closed = once(body, 'close');
    expect((await ask(url))[0]).toBe(500);
    await closed;
  });

  test('a response that comes too late is closed', async () => {
    await withSeconds(async (pass) => {
      const body = new Readable({ read: () => undefined });
      const late = async (ctx: Context): Promise<Response> => {
        const aborted = once(ctx.request().signal(), 'abort');
        setImmediate(pass);
        await aborted;
        return ctx.response().stream(200, body);
      };
      const { url } = await suite.open((route) => route.get('/', (ctx) => late(ctx)), {
        config: { http: { request_timeout: 0.1 } },
      });
      const closed = once(body, 'close');
      expect((await ask(url))[0]).toBe(503);
      await closed;
    });
  });

  test('a response in place of a file has no headers of the file', async () => {
    const long = 'longer than the file was';
    const { url } = await suite.open((route) => {
      const instead = (name: string, act: (ctx: Context) => Response | undefined): Middleware => ({
        signature: () => name,
        async handle(ctx, next) {
          await next();
          return act(ctx) ?? ctx.response().string(403, long);
        },
      });
      route.get('/middleware', (ctx) => ctx.response().file(file)).middleware(instead('json', () => undefined));
      route
        .get('/abort', (ctx) => ctx.response().file(file))
        .middleware(instead('abort', (ctx) => ctx.request().abortWithStatusJson(403, { long })));
      route.get('/handler', async (ctx) => {
        await ctx.response().download(file);
        return ctx.response().json(403, { long });
      });
      route.get('/body', async (ctx) => {
        const response = await ctx.response().file(file);
        response.body = long;
        response.status = 403;
        return response;
      });
      route.get('/named', (ctx) => ctx.response().header('Content-Length', 3).string(403, long));
    });
    for (const path of ['/middleware', '/abort', '/handler', '/body', '/named']) {
      const response = await fetch(url + path, { headers: { range: 'bytes=0-0' } });
      const body = await response.text();
      expect([path, response.status, body.includes(long)]).toEqual([path, 403, true]);
      expect([path, response.headers.get('content-length')]).toEqual([path, String(body.length)]);
      if (path !== '/body')
        for (const name of ['etag', 'content-range', 'content-disposition', 'last-modified'])
          expect([path, name, response.headers.get(name)]).toEqual([path, name, null]);
      const head = await fetch(url + path, { method: 'HEAD' });
      expect([path, head.headers.get('content-length')]).toEqual([path, String(body.length)]);
    }
    await allClosed(directory);
  });

  test('a stream of more or less than its Content-Length is cut off there', async () => {
    const { raw } = await suite.open((route) => {
      route.get('/more', (ctx) => ctx.response().header('Content-Length', 3).stream(200, ['abc', 'HTTP/1.1 200 OK']));
      route.get('/less', (ctx) => ctx.response().header('Content-Length', 30).stream(200, ['abc']));
      route.get('/right', (ctx) => ctx.response().header('Content-Length', 3).stream(200, ['a', 'bc']));
    });
    const get = (path: string): Promise<string> => raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(await get('/more')).not.toContain('HTTP/1.1 200 OKHTTP');
    expect((await get('/more')).split('HTTP/1.1')).toHaveLength(2);
    expect(await get('/less')).not.toMatch(/abc.+/s);
    expect((await get('/right')).endsWith('\r\n\r\nabc')).toBe(true);
    expect(suite.reported.map((error) => hasCode(error, 'E_STREAM_LENGTH'))).toEqual([true, true, true]);
  });

  test('HEAD of a stream tells no length', async () => {
    const { url } = await suite.open((route) => route.get('/', (ctx) => ctx.response().stream(200, ['abc'])));
    const { headers } = await fetch(url, { method: 'HEAD' });
    expect(headers.get('content-length')).toBe(null);
  });

  test('a stream that a middleware wraps is closed with its wrapper when the client leaves', async () => {
    const { port } = await suite.open((route) =>
      route
        .get('/', (ctx) => ctx.response().file(large))
        .middleware({
          signature: () => 'wrap',
          async handle(_ctx, next) {
            const response = await next();
            if (response.body instanceof Readable) response.body = response.body.pipe(new PassThrough());
            response.removeHeader('Content-Length');
            return response;
          },
        }),
    );
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    expect(await leftOpen(directory)).toEqual([]);
  });

  test('a text is streamed as it is', async () => {
    const { url } = await suite.open((route) => route.get('/', (ctx) => ctx.response().stream(200, 'text')));
    expect(await ask(url)).toEqual([200, 'text']);
  });

  test('SN-05 a handler that writes by itself has answered, and goes on after request_timeout', async () => {
    await withSeconds(async (pass) => {
      const { url } = await suite.open(
        (route) =>
          route.get('/', async (ctx) => {
            const signal = ctx.request().signal();
            const writer = ctx.response().writer().writeHead(200);
            await new Promise((resolve) => writer.write('one ', resolve));
            pass();
            writer.end(signal.aborted ? 'late' : 'two');
            return ctx.response().noContent();
          }),
        { config: { http: { request_timeout: 0.1 } } },
      );
      expect(await ask(url)).toEqual([200, 'one two']);
    });
  });
};
