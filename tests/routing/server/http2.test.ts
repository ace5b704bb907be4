import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Config } from '@taproot/core';
import type { RootRouter, Sent } from '@taproot/routing';
import { WebSocket, WebSocketServer } from 'ws';
import { bootRoutes, type Served, serve } from '../../support/serve.ts';
import { cert, key, otherCert, otherKey } from './certificate.ts';

let folder = '';
const file = (name: string): string => join(folder, name);
const write = (certText: string, keyText: string): Promise<unknown> =>
  Promise.all([writeFile(file('cert.pem'), certText), writeFile(file('key.pem'), keyText)]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taproot-http2-'));
});
beforeEach(() => write(cert, key));
afterAll(() => rm(folder, { recursive: true }));

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

const secure = (http: object = {}): Config => ({
  http: { tls: { cert: file('cert.pem'), key: file('key.pem') }, http2: true, ...http },
});

interface Opened extends Served {
  readonly session: ClientHttp2Session;
  readonly reported: unknown[];
  readonly sent: Sent[];
}

const open = async (
  register: (route: RootRouter) => void,
  { driver = 'koa', native = false, http = {} }: { driver?: string; native?: boolean; http?: object } = {},
): Promise<Opened> => {
  const reported: unknown[] = [];
  const sent: Sent[] = [];
  const served = await serve(register, {
    driver,
    config: secure(http),
    apply: ({ hooks, facades }) => {
      hooks.report.tap('test', (error) => void reported.push(error));
      facades.Http().hooks.sent.tap('test', (one) => void sent.push(one));
      if (!native) return;
      const taps = facades.Http().hooks.driver;
      taps.for('koa').tap('native', (koa) => void koa.use((_ctx, next) => next()));
      taps.for('fastify').tap('native', (instance) => void instance.addHook('onRequest', async () => undefined));
    },
  });
  const session = connect(served.url, { ca: [cert, otherCert] });
  session.on('error', () => undefined);
  opened.push(served, session);
  return { ...served, session, reported, sent };
};

const send = async (
  session: ClientHttp2Session,
  path: string,
  body?: string,
  headers: OutgoingHttpHeaders = {},
): Promise<{ status: number | undefined; body: string }> => {
  const method = body === undefined ? 'GET' : 'POST';
  const stream = session.request({ ':path': path, ':method': method, ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const got = text(stream);
  const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }];
  return { status: head[':status'], body: await got };
};

/** A request of HTTP/1.1 on the same port. */
const get = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const req = request(url, { ca: [cert, otherCert], headers, agent: false }).end();
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  return { status: res.statusCode, version: res.httpVersion, body: await text(res) };
};

const ways = ['koa', 'fastify'].flatMap((driver) => [false, true].map((native) => ({ driver, native })));

describe.each(ways)('HTTP/2 by configuration, $driver, native: $native', (way) => {
  test('both versions on one port, with their facts, bodies and uploads', async () => {
    const { session, url, sent, reported } = await open((route) => {
      route.get('/facts', (ctx) => {
        const of = ctx.request();
        return [of.node().httpVersion, of.scheme(), of.host(), of.ip()];
      });
      route.post('/input', (ctx) => ctx.request().all());
      route.post('/upload', (ctx) => ({ size: ctx.request().file('f')?.size }));
    }, way);
    const host = new URL(url).host;
    const [one, two] = await Promise.all([send(session, '/facts'), send(session, '/facts')]);
    expect(JSON.parse(one.body)).toEqual(['2.0', 'https', host, '127.0.0.1']);
    expect(two.body).toBe(one.body);
    const { body, version } = await get(`${url}/facts`);
    expect([version, JSON.parse(body)]).toEqual(['1.1', ['1.1', 'https', host, '127.0.0.1']]);
    const json = { 'content-type': 'application/json' };
    expect((await send(session, '/input', '{"a":1}', json)).body).toBe('{"a":1}');
    const form = '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nroots\r\n--x--\r\n';
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await send(session, '/upload', form, type)).body).toBe('{"size":5}');
    expect((await send(session, '/none')).status).toBe(404);
    expect([sent.length, reported]).toEqual([6, []]);
  });

  test('an open reply ends after GOAWAY, event streams end at once, and nothing is cut', async () => {
    let finish = (): void => undefined;
    const waits = new Promise<void>((resolve) => (finish = resolve));
    const served = await open((route) => {
      route.get('/slow', async () => {
        await waits;
        return { done: true };
      });
      route.get('/events', (ctx) =>
        ctx.response().eventStream({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
      );
    }, way);
    const { session, reported } = served;
    const events = session.request({ ':path': '/events' });
    await once(events, 'response');
    const slow = send(session, '/slow');
    // The server has the request when it answers a later one.
    await send(session, '/none');
    const ended = once(session, 'close');
    const away = once(session, 'goaway');
    const closing = served.close();
    const [code, last] = (await away) as [number, number];
    expect([code, last]).toEqual([0, 5]);
    expect(await text(events)).toMatch(/^:\n\n/);
    finish();
    expect(await slow).toEqual({ status: 200, body: '{"done":true}' });
    await ended;
    await closing;
    expect(reported).toEqual([]);
  });
});

describe('HTTP/2 by configuration', () => {
  const hello = (route: RootRouter): void => void route.get('/', (ctx) => ctx.response().string(200, 'hello'));

  test('curl speaks both versions', async () => {
    const { url } = await open(hello);
    const run = promisify(execFile);
    const { stdout } = await run('curl', ['--version']).catch(() => ({ stdout: '' }));
    if (!/HTTP2/.test(stdout)) return console.warn('skipped: there is no curl with HTTP/2');
    for (const [flag, version] of [
      ['--http2', '2'],
      ['--http1.1', '1.1'],
    ] as const) {
      const args = ['-s', '--cacert', file('cert.pem'), flag, '-w', ' %{http_version}', `${url}/`];
      expect((await run('curl', args)).stdout).toBe(`hello ${version}`);
    }
    return undefined;
  });

  test('WebSockets of the same clients use HTTP/1.1 on the same port', async () => {
    const sockets = new WebSocketServer({ noServer: true });
    const { url, session, reported } = await open((route) => {
      route.get('/echo', (ctx) =>
        ctx.response().upgrade((req, socket, head) => {
          sockets.handleUpgrade(req, socket, head, (client) =>
            client.on('message', (data: Buffer) => client.send(data.toString())),
          );
        }),
      );
    });
    const ws = new WebSocket(`${url.replace('https', 'wss')}/echo`, { ca: cert });
    await once(ws, 'open');
    ws.send('roots');
    expect(String((await once(ws, 'message'))[0])).toBe('roots');
    // A GET of HTTP/2 cannot ask for an upgrade.
    expect((await send(session, '/echo')).status).toBe(426);
    expect(reported).toEqual([]);
    ws.terminate();
  });

  test('the limits of requests hold for both versions', async () => {
    const { session, url, port } = await open(hello, { http: { max_headers: { bytes: 4096, count: 20 } } });
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-${n}`, '1']));
    expect((await send(session, '/', undefined, many)).status).toBe(431);
    expect((await get(`${url}/`, many)).status).toBe(431);
    expect((await get(`${url}/`, { 'x-long': 'x'.repeat(5000) })).status).toBe(431);
    expect((await send(session, '/')).body).toBe('hello');
    const socket = connectTls({ port, host: '127.0.0.1', ca: cert, servername: 'localhost' });
    socket.write('GET / HTTP/1.1\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('a connection without requests ends after keep_alive_timeout, one with an open handler stays', async () => {
    let finish = (): void => undefined;
    const waits = new Promise<void>((resolve) => (finish = resolve));
    const { session, url } = await open(
      (route) => {
        hello(route);
        route.get('/slow', async (ctx) => {
          await waits;
          return ctx.response().string(200, 'late');
        });
      },
      { http: { keep_alive_timeout: 0.05, send_timeout: 0.05 } },
    );
    const other = connect(url, { ca: cert });
    opened.push(other);
    const late = send(other, '/slow');
    const ended = once(session, 'close');
    expect((await send(session, '/')).body).toBe('hello');
    await ended;
    finish();
    expect((await late).body).toBe('late');
  });

  test('a client that reads nothing is cut after send_timeout', async () => {
    const { session, sent } = await open(
      (route) => void route.get('/', (ctx) => ctx.response().string(200, 'x'.repeat(4 << 20))),
      {
        http: { send_timeout: 0.1 },
      },
    );
    const stream = session.request({ ':path': '/' });
    stream.on('error', () => undefined);
    await once(session, 'close');
    expect(sent).toMatchObject([{ aborted: true, error: { code: 'E_SEND_TIMEOUT' } }]);
  });

  test('without files of TLS it stops the boot', async () => {
    await expect(bootRoutes(hello, { config: { http: { http2: true } } })).rejects.toMatchObject({
      code: 'E_HTTP_SETTING',
      message: expect.stringContaining('http2'),
    });
  });
});

describe.each([true, false])('renewed files of TLS, HTTP/2: %s', (http2) => {
  const isTTY = Object.getOwnPropertyDescriptor(process.stdin, 'isTTY');
  beforeEach(() => void Object.defineProperty(process.stdin, 'isTTY', { value: false, configurable: true }));
  afterEach(
    () => void Object.defineProperty(process.stdin, 'isTTY', isTTY ?? { value: undefined, configurable: true }),
  );

  const serial = async (port: number): Promise<string> => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };

  test('SIGHUP takes them for new connections; wrong ones are reported, and the former ones stay', async () => {
    let known = (_error: unknown): void => undefined;
    const error = new Promise<unknown>((resolve) => (known = resolve));
    const served = await serve((route) => void route.get('/', (ctx) => ctx.response().string(200, 'hello')), {
      config: secure({ http2 }),
      apply: ({ hooks }) => hooks.report.tap('test', (one) => known(one)),
    });
    opened.push(served);
    const before = await serial(served.port);
    await write(otherCert, otherKey);
    process.emit('SIGHUP');
    let after = before;
    while (after === before) after = await serial(served.port);
    await write('no PEM', otherKey);
    process.emit('SIGHUP');
    expect(await error).toMatchObject({ code: 'E_TLS_FILE', message: expect.stringContaining('cert.pem') });
    expect(await serial(served.port)).toBe(after);
    await served.close();
    expect(process.listenerCount('SIGHUP')).toBe(0);
  });
});
