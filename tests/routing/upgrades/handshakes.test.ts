import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HttpError } from '@taproot/core';
import { cors } from '@taproot/cors';
import type { Sent } from '@taproot/routing';
import { WebSocket, WebSocketServer } from 'ws';
import { RawClient, statuses } from '../server/raw-client.ts';
import { type Engine, engines, type Opened, open } from './engines.ts';

/** A handshake as browsers send it; lines of `changes` replace or, when null, remove those of the same name. */
const handshake = (
  path: string,
  changes: Readonly<Record<string, string | null>> = {},
  line = `GET ${path} HTTP/1.1`,
): string => {
  const headers: Record<string, string | null> = {
    Host: 'a.test',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...changes,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return [line, ...lines, '', ''].join('\r\n');
};

const accepted = createHash('sha1')
  .update('dGhlIHNhbXBsZSBub25jZQ==258EAFA5-E914-47DA-95CA-C5AB0DC85B11')
  .digest('base64');

/** A text frame of a client, with an empty mask. */
const frame = (text: string): string => `\x81${String.fromCharCode(0x80 | text.length)}\0\0\0\0${text}`;

/** Bytes that no protocol of ours begins with, for connections that must be cut. */
const never = (_req: unknown, _socket: Duplex): void => undefined;

describe.each(engines)('upgrades on %s', (engine: Engine) => {
  let served: Opened;
  const sockets = new WebSocketServer({ noServer: true });
  const sent: Sent[] = [];
  let ran = 0;

  beforeAll(async () => {
    served = await open(engine, {
      plugins: [cors()],
      config: {
        cors: { allowed_origins: ['https://friend.test'], paths: ['echo', 'guarded', 'plain'] },
        http: { trusted_hosts: ['a.test', '127.0.0.1'], request_timeout: 0.5, max_url: 500 },
      },
      apply: (app) => app.facades.Http().hooks.sent.tap('test', (each) => void sent.push(each)),
      routes: (route) => {
        route.get('/echo', (ctx) => {
          ctx.response().header('X-Room', 'echo').cookie('seen', 'yes');
          return ctx.response().upgrade((req, socket, head) => {
            sockets.handleUpgrade(req, socket, head, (client) =>
              client.on('message', (data) => client.send(data, { binary: false })),
            );
          });
        });
        route.get('/plain', (ctx) => {
          ran++;
          return ctx.response().string(200, 'plain');
        });
        route.post('/plain', (ctx) => ctx.response().string(200, ctx.request().input('a')));
        route.get('/guarded', () => {
          throw new HttpError(401, 'Log in first.', { headers: { 'WWW-Authenticate': 'Bearer' } });
        });
        route.get('/numbers/{id:[0-9]+}', (ctx) =>
          ctx
            .response()
            .upgrade((_req, socket) =>
              socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${ctx.request().route('id')}`),
            ),
        );
        route.get('/slow', async (ctx) => {
          await once(ctx.request().signal(), 'abort');
          return ctx.response().upgrade(never);
        });
        route.get('/unanswered', (ctx) => ctx.response().upgrade(never));
        route.get('/broken', (ctx) =>
          ctx.response().upgrade(() => {
            throw new Error('broken');
          }),
        );
        route.get('/later', (ctx) => ctx.response().upgrade(() => Promise.reject(new Error('later'))));
        route.get('/nothing', (ctx) => ctx.response().upgrade(undefined as never));
        route.get('/moved', (ctx) => ctx.response().redirect(302, '/echo'));
      },
    });
  });

  afterAll(() => served.close());

  const ask = async (text: string): Promise<string> => {
    const client = await RawClient.open(served.port);
    return client.send(text).closed;
  };

  test('a handshake is answered by the library, with the headers and cookies of the context', async () => {
    const client = await RawClient.open(served.port);
    const reply = await client.send(handshake('/echo')).until('\r\n\r\n');
    expect(reply).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(reply).toContain(`Sec-WebSocket-Accept: ${accepted}\r\n`);
    expect(reply.toLowerCase()).toContain('x-room: echo\r\n');
    expect(reply.toLowerCase()).toContain('set-cookie: seen=yes');
    expect(reply.match(/upgrade: websocket/gi)).toHaveLength(1);
    client.send(frame('hello'));
    expect(await client.until('hello')).toMatch(/\x81\x05hello$/);
    client.socket.destroy();
  });

  test('bytes behind the head reach the protocol', async () => {
    const client = await RawClient.open(served.port);
    expect(await client.send(handshake('/echo') + frame('early')).until('early')).toMatch(/\x81\x05early$/);
    client.socket.destroy();
  });

  test('parameters are matched, and a path that no route has is 404', async () => {
    expect(await ask(handshake('/numbers/42'))).toMatch(/101 [^]*42$/);
    expect(statuses(await ask(handshake('/numbers/x')))).toEqual([404]);
  });

  const wrong: readonly (readonly [what: string, request: string, status: number, contains?: string])[] = [
    ['no route', handshake('/nowhere'), 404],
    ['a route without an upgrade', handshake('/plain'), 400, 'E_UPGRADE_UNSUPPORTED'],
    ['a route that redirects', handshake('/moved'), 302, 'Location: /echo'],
    ['a guard that throws', handshake('/guarded'), 401, 'WWW-Authenticate: Bearer'],
    ['a host that is not trusted', handshake('/echo', { Host: 'evil.test' }), 421],
    ['no host', handshake('/echo', { Host: null }), 400],
    ['a host that is none', handshake('/echo', { Host: 'a b' }), 400],
    ['a path that is no path', handshake('/%zz'), 400],
    ['a path that is too long', handshake(`/${'a'.repeat(600)}`), 414],
    ['another protocol', handshake('/echo', { Upgrade: 'chat' }), 426, 'Upgrade: websocket'],
    ['no protocol', handshake('/echo', { Upgrade: '', Connection: 'Upgrade, close' }), 426, 'Upgrade: websocket'],
    ['a plain request', handshake('/echo', { Upgrade: null, Connection: 'close' }), 426, 'Connection: Upgrade, close'],
    ['an upgrade that Connection does not name', handshake('/echo', { Connection: 'close' }), 426],
    ['a HEAD', handshake('/echo', { Connection: 'Upgrade, close' }, 'HEAD /echo HTTP/1.1'), 426],
    ['a POST', handshake('/echo', { Connection: 'Upgrade, close' }, 'POST /echo HTTP/1.1'), 405],
    ['HTTP/1.0', handshake('/echo', {}, 'GET /echo HTTP/1.0'), 426],
    ['a body', `${handshake('/echo', { 'Content-Length': '2', Connection: 'Upgrade, close' })}{}`, 426],
    [
      'a chunked body',
      `${handshake('/echo', { 'Transfer-Encoding': 'chunked', Connection: 'Upgrade, close' })}0\r\n\r\n`,
      426,
    ],
    ['no key', handshake('/echo', { 'Sec-WebSocket-Key': null }), 400],
    ['a short key', handshake('/echo', { 'Sec-WebSocket-Key': 'AAAA' }), 400],
    ['no version', handshake('/echo', { 'Sec-WebSocket-Version': null }), 400],
    ['an old version', handshake('/echo', { 'Sec-WebSocket-Version': '7' }), 400],
    ['a page of another origin', handshake('/echo', { Origin: 'https://evil.test' }), 403, 'E_UPGRADE_ORIGIN'],
    ['a sandboxed page', handshake('/echo', { Origin: 'null' }), 403],
    ['an origin that is none', handshake('/echo', { Origin: 'a.test' }), 403],
    ['an origin that begins like ours', handshake('/echo', { Origin: 'https://a.test.evil.test' }), 403],
    ['code that throws', handshake('/broken'), 500, '"message":'],
    ['code that rejects', handshake('/later'), 500, '"request_id":'],
    ['no function', handshake('/nothing'), 500, '"message":'],
    ['a handler that takes too long', handshake('/slow'), 503, 'E_REQUEST_TIMEOUT'],
  ];

  test.each(wrong)('%s', async (_what, request, status, contains = '') => {
    const reply = await ask(request);
    expect(statuses(reply)).toEqual([status]);
    expect(reply.toLowerCase()).toContain(contains.toLowerCase());
  });

  test('a reply without a protocol has headers of the context, and names CORS only for its origins', async () => {
    const reply = await ask(handshake('/guarded', { Origin: 'https://friend.test' }));
    expect(reply).toMatch(/^HTTP\/1\.1 401 /);
    expect(reply).toMatch(/Access-Control-Allow-Origin: https:\/\/friend\.test/i);
    expect(reply).toMatch(/X-Request-Id: /i);
    expect(reply).toMatch(/Connection: close/i);
  });

  test.each(['http://a.test', 'https://a.test', 'https://friend.test'])('a page of %s may connect', async (origin) => {
    const client = await RawClient.open(served.port);
    await client.send(handshake('/echo', { Origin: origin, Cookie: 'a=b' })).until('101 Switching');
    client.socket.destroy();
  });

  test('upgrade() without a function names its line, and code that throws is reported once', async () => {
    const codes = (): unknown[] => served.reported().map((error) => Reflect.get(Object(error), 'code'));
    await ask(handshake('/nothing'));
    const fault = served.reported().at(-1);
    expect(fault).toMatchObject({
      code: 'E_UPGRADE_ACCEPT',
      message: expect.stringContaining('upgrade() got undefined'),
    });
    expect(String(Reflect.get(Object(fault), 'message')) + String(Reflect.get(Object(fault), 'place'))).toContain(
      'handshakes.test.ts',
    );
    const before = codes().length;
    const reply = await ask(handshake('/broken'));
    expect([codes().length - before, reply.match(/^content-length:/gim)?.length]).toEqual([1, 1]);
  });

  test('a connection that nobody answers is closed, and reported', async () => {
    expect(await ask(handshake('/unanswered'))).toBe('');
    expect(served.reported().map((error) => Reflect.get(Object(error), 'code'))).toContain('E_UPGRADE_UNANSWERED');
  });

  test.each(['h2c', 'TLS/1.0', 'HTTP/2.0'])('an offer of %s is ignored, with and without a body', async (protocol) => {
    const offer = { Upgrade: protocol, Connection: 'Upgrade, HTTP2-Settings', 'HTTP2-Settings': 'AAMAAABk' };
    const type = { 'Content-Type': 'application/json', 'Content-Length': '9' };
    const post = `${handshake('/plain', { ...offer, ...type }, 'POST /plain HTTP/1.1')}{"a":"b"}`;
    const last = handshake('/plain', { Upgrade: null, Connection: 'close' });
    // All on one connection, which stays open, more often than an emitter takes listeners without a warning.
    const warned: Error[] = [];
    const warn = (warning: Error): void => void warned.push(warning);
    process.on('warning', warn);
    const reply = await ask((handshake('/plain', offer) + post).repeat(8) + last);
    expect(statuses(reply)).toEqual(Array.from({ length: 17 }, () => 200));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warn);
    expect(warned).toEqual([]);
    expect(reply).toMatch(/\r\n\r\nb(?:HTTP|$)/m);
  });

  test('an upgrade behind other requests of the connection waits for their replies', async () => {
    const first = handshake('/plain', { Upgrade: null, Connection: 'keep-alive' });
    const client = await RawClient.open(served.port);
    const reply = await client.send(first + first + handshake('/echo') + frame('third')).until('third');
    expect(statuses(reply)).toEqual([200, 200, 101]);
    client.socket.destroy();
  });

  test('http.sent tells 101 when the connection ends, with its bytes; refusals as their status', async () => {
    while (served.app.facades.Http().serverLoad.upgrades > 0) await new Promise((resolve) => setImmediate(resolve));
    sent.length = 0;
    const client = new WebSocket(`ws://127.0.0.1:${served.port}/echo?a=1`);
    await once(client, 'open');
    client.send('x'.repeat(1000));
    await once(client, 'message');
    expect(sent).toHaveLength(0);
    expect(served.app.facades.Http().serverLoad).toMatchObject({ upgrades: 1, inFlight: 0 });
    client.close(1000);
    await once(client, 'close');
    while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(sent[0]).toMatchObject({ method: 'GET', path: '/echo', status: 101, aborted: false, error: undefined });
    expect(sent[0]?.bytes).toBeGreaterThan(1100);
    expect(sent[0]?.route?.path).toBe('/echo');
    expect(served.app.facades.Http().serverLoad.upgrades).toBe(0);
    await ask(handshake('/echo', { 'Sec-WebSocket-Key': null }));
    await ask(handshake('/guarded'));
    while (sent.length < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(sent.slice(1).map(({ status, aborted }) => [status, aborted])).toEqual([
      [400, false],
      [401, false],
    ]);
  });

  test('clients that vanish at each step do no harm', async () => {
    for (const path of ['/echo', '/plain', '/slow', '/guarded', '/unanswered']) {
      const client = await RawClient.open(served.port);
      await client.flush(handshake(path));
      client.socket.resetAndDestroy();
    }
    expect(statuses(await ask(handshake('/plain', { Upgrade: null, Connection: 'close' })))).toEqual([200]);
    expect(ran).toBeGreaterThan(0);
  });
});
