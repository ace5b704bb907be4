import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { Sent } from '@taproot/routing';
import express from 'express';
import Koa from 'koa';
import { bootRoutes } from '../../support/serve.ts';

const ways = ['koa', 'fastify'].flatMap((driver) => [false, true].map((native) => ({ driver, native })));

describe.each(ways)('D-6: a listener in a server of HTTP/2, $driver, native: $native', ({ driver, native }) => {
  const reported: unknown[] = [];
  const sent: Sent[] = [];
  const file = join(import.meta.dirname, 'http2.test.ts');
  let app: Application;
  let client: ClientHttp2Session;
  let close: () => Promise<void>;
  let left: (reason: unknown) => void = () => undefined;
  const hasLeft = new Promise<unknown>((resolve) => (left = resolve));

  beforeEach(async () => {
    reported.length = 0;
    sent.length = 0;
    app = await bootRoutes(
      (route) => {
        const koa = new Koa();
        koa.use((ctx) => void (ctx.body = { path: ctx.path, host: ctx.host }));
        route.get('/facts', (ctx) => {
          const request = ctx.request();
          return { host: request.host(), url: request.fullUrl(), ip: request.ip(), method: request.method() };
        });
        route.post('/input', (ctx) => ctx.request().all());
        route.post('/upload', (ctx) => ({ size: ctx.request().file('f')?.size }));
        route.post('/unread', (ctx) => ctx.response().noContent()).rawBody();
        route.get('/file', (ctx) => ctx.response().cookie('a', '1').cookie('b', '2').file(file));
        route.get('/stream', (ctx) => ctx.response().stream(200, ['a', 'b']));
        route.get('/events', (ctx) =>
          ctx.response().eventStream({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
        );
        route.get('/waits', async (ctx) => {
          const signal = ctx.request().signal();
          await once(signal, 'abort');
          left(signal.reason);
          return {};
        });
        route.mount('/web', async (request) => Response.json([request.url, await request.text()]));
        route.mountNode('/koa', koa.callback());
        route.mountNode('/express', express());
      },
      {
        driver,
        config: { http: { listen: false } },
        apply: ({ hooks, facades }) => {
          hooks.report.tap('test', (error) => void reported.push(error));
          facades.Http().hooks.sent.tap('test', (one) => void sent.push(one));
          const taps = facades.Http().hooks.driver;
          if (!native) return;
          taps.for('koa').tap('native', (instance) => void instance.use((_ctx, next) => next()));
          taps.for('fastify').tap('native', (instance) => void instance.addHook('onRequest', async () => undefined));
        },
      },
    );
    await app.open();
    // A cast, because the types know no common request of HTTP/1 and HTTP/2.
    const server = createServer(app.facades.Http().listener as never).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    close = async () => {
      await app.close();
      client.destroy();
      await new Promise((resolve) => server.close(resolve));
    };
  });
  afterEach(() => close());

  const send = async (
    path: string,
    body?: string,
    headers: OutgoingHttpHeaders = {},
  ): Promise<{ head: IncomingHttpHeaders & { ':status'?: number }; body: string }> => {
    const method = body === undefined ? 'GET' : 'POST';
    const stream = client.request({ ':path': path, ':method': method, ...headers }, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    const got = text(stream);
    const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    return { head, body: await got };
  };

  test('host, address and methods are those of the request', async () => {
    const { body } = await send('/facts', undefined, { ':authority': 'shop.example' });
    expect(JSON.parse(body)).toEqual({
      host: 'shop.example',
      url: 'http://shop.example/facts',
      ip: '127.0.0.1',
      method: 'GET',
    });
    expect(sent).toMatchObject([{ status: 200, aborted: false, path: '/facts' }]);
    expect((await send('/facts', undefined, { ':authority': 'a_b:99999' })).head[':status']).toBe(400);
  });

  test('bodies without a length are read, and their limits hold', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await send('/input', '{"a":1}', json)).body).toBe('{"a":1}');
    expect((await send('/input', '', json)).body).toMatch(/^\{/);
    expect((await send('/input', `"${'x'.repeat(2 << 20)}"`, json)).head[':status']).toBe(413);
    expect((await send('/unread', 'x'.repeat(2 << 20), json)).head[':status']).toBe(204);
    const form = '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nroots\r\n--x--\r\n';
    expect((await send('/upload', form, { 'content-type': 'multipart/form-data; boundary=x' })).body).toBe(
      '{"size":5}',
    );
    // The connection goes on after bodies that were not read.
    expect((await send('/input', '{"a":2}', json)).body).toBe('{"a":2}');
    expect(reported).toEqual([]);
  });

  test('files, streams and cookies', async () => {
    const { head, body } = await send('/file');
    expect([body, head['set-cookie']?.length]).toEqual([readFileSync(file, 'utf8'), 2]);
    expect((await send('/stream')).body).toBe('ab');
    expect((await send('/file', undefined, { ':method': 'HEAD' })).head['content-length']).toBe(String(body.length));
  });

  test('mounted code of the web standard and of Koa; Express is refused, since it would end the process', async () => {
    const { body } = await send('/web/x?q', 'text', { ':authority': 'shop.example' });
    expect(JSON.parse(body)).toEqual(['http://shop.example/web/x?q', 'text']);
    const koa = await send('/koa/x', undefined, { ':authority': 'shop.example' });
    expect(JSON.parse(koa.body)).toEqual({ path: '/x', host: 'shop.example' });
    expect((await send('/express')).head[':status']).toBe(500);
    expect(reported).toMatchObject([{ code: 'E_MOUNT_HTTP2' }]);
  });

  test('a stream that its client resets aborts the signal, and event streams end at shutdown', async () => {
    const waits = client.request({ ':path': '/waits' });
    waits.on('error', () => undefined);
    const events = client.request({ ':path': '/events' });
    await once(events, 'response');
    waits.close(constants.NGHTTP2_CANCEL);
    expect(await hasLeft).toMatchObject({ code: 'E_CLIENT_LEFT' });
    const rest = text(events);
    void app.close();
    expect(await rest).toMatch(/^:\n\n/);
    expect(reported).toEqual([]);
    expect(sent).toMatchObject([{ path: '/waits', aborted: true }, { path: '/events' }]);
  });
});
