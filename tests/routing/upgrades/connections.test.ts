import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { channels } from '@taproot/core/plugin';
import type { RootRouter } from '@taproot/routing';
import { WebSocket, WebSocketServer } from 'ws';
import { cert, key } from '../server/certificate.ts';
import { RawClient } from '../server/raw-client.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { type Engine, engines, type Opened, open } from './engines.ts';

const folder = temporaryDirectory();
const sockets = new WebSocketServer({ noServer: true });

const echo = (ctx: Context): ReturnType<ReturnType<Context['response']>['upgrade']> =>
  ctx.response().upgrade((req, socket, head) => {
    sockets.handleUpgrade(req, socket, head, (client) =>
      client.on('message', (data) => client.send(data, { binary: false })),
    );
  });

/** Like `echo`, and says goodbye when the application closes. */
const polite = (ctx: Context): ReturnType<typeof echo> =>
  ctx.response().upgrade((req, socket, head) => {
    sockets.handleUpgrade(req, socket, head, (client) => {
      ctx
        .request()
        .signal()
        .addEventListener('abort', () => client.close(1001));
    });
  });

const raw = (ctx: Context): ReturnType<typeof echo> =>
  ctx.response().upgrade((_req, socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));

describe.each(engines)('upgraded connections on %s', (engine: Engine) => {
  let served: Opened | null = null;
  const clients: WebSocket[] = [];
  const servers: Server[] = [];

  const begin = async (routes: (route: RootRouter) => void, config = {}): Promise<Opened> =>
    (served = await open(engine, { routes, config }));

  const enter = async (port: number, path = '/echo', scheme = 'ws'): Promise<WebSocket> => {
    const client = new WebSocket(`${scheme}://127.0.0.1:${port}${path}`, { rejectUnauthorized: false });
    clients.push(client);
    await once(client, 'open');
    return client;
  };

  const hears = async (client: WebSocket): Promise<string> => {
    client.send('hello');
    const [data] = (await once(client, 'message')) as [Buffer];
    return data.toString();
  };

  afterEach(async () => {
    for (const client of clients.splice(0)) client.terminate();
    await served?.close();
    for (const server of servers.splice(0)) server.close();
  });

  test('TLS', async () => {
    const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    await Promise.all([writeFile(tls.cert, cert), writeFile(tls.key, key)]);
    const { port, app } = await begin((route) => route.get('/echo', polite), { http: { tls } });
    const client = await enter(port, '/echo', 'wss');
    const closed = once(client, 'close');
    expect(await app.close()).toEqual([]);
    expect((await closed)[0]).toBe(1001);
  });

  test('limits of the time of requests do not cut it', async () => {
    const http = { request_timeout: 0.05, send_timeout: 0.05, keep_alive_timeout: 0.05, headers_timeout: 0.05 };
    const { port } = await begin((route) => route.get('/echo', echo), { http });
    const client = await enter(port);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await hears(client)).toBe('hello');
  });

  test('a client that hears of the shutdown leaves by itself; others are cut after it', async () => {
    const { port, app } = await begin((route) => {
      route.get('/polite', polite);
      route.get('/raw', raw);
    });
    const ended = once(await enter(port, '/polite'), 'close');
    const other = await RawClient.open(port);
    await other.send('GET /raw HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n').until('101');
    const began = performance.now();
    expect(await app.close()).toEqual([]);
    expect((await ended)[0]).toBe(1001);
    await other.closed;
    expect(performance.now() - began).toBeLessThan(3000);
  });

  test('code that hears of the shutdown and does not end is cut at the deadline', async () => {
    const { port, app } = await begin(
      (route) =>
        route.get('/deaf', (ctx) => {
          ctx.request().signal();
          return raw(ctx);
        }),
      { app: { shutdown_timeout: 1 } },
    );
    const client = await RawClient.open(port);
    await client
      .send('GET /deaf HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      .until('101');
    await app.close();
    await client.closed;
  });

  test('a shutdown waits for a request that asks for an upgrade, and refuses it', async () => {
    let arrived: () => void = () => undefined;
    const here = new Promise<void>((resolve) => (arrived = resolve));
    const { port, app } = await begin(
      (route) =>
        route.get('/late', async (ctx) => {
          arrived();
          await once(ctx.request().signal(), 'abort');
          return raw(ctx);
        }),
      { app: { shutdown_timeout: 1 } },
    );
    const client = await RawClient.open(port);
    client.send('GET /late HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await here;
    await app.close();
    expect(await client.closed).toMatch(/^HTTP\/1\.1 503 /);
  });

  test('http.listen: false: the listener of your own server', async () => {
    const { app } = await begin((route) => route.get('/echo', polite), { http: { listen: false } });
    const { listener, upgradeListener } = app.facades.Http();
    const server = createServer(listener).on('upgrade', upgradeListener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = await enter(port);
    const closed = once(client, 'close');
    expect(app.facades.Http().serverLoad.upgrades).toBe(1);
    expect(await app.close()).toEqual([]);
    expect((await closed)[0]).toBe(1001);
    const late = await RawClient.open(port);
    late.send('GET /echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await late.closed).toMatch(/^HTTP\/1\.1 503 /);
  });

  test('beside another listener, routes that declare upgrades get theirs, and the other one gets the rest', async () => {
    const others = new WebSocketServer({ noServer: true });
    served = await open(engine, {
      routes: (route) => {
        route.get('/echo', echo).meta({ upgrade: 'websocket' });
        route.get('/{path*}', (ctx) => ctx.response().string(200, 'page'));
      },
      apply: (app) =>
        app.facades.Http().hooks.server.tap('other', (server) => {
          server.on('upgrade', (req, socket: Duplex, head) => {
            // It answers later, as a listener that asks a database does.
            if (req.url === '/other')
              setImmediate(() => others.handleUpgrade(req, socket, head, (client) => client.send('other')));
          });
        }),
    });
    expect(await hears(await enter(served.port))).toBe('hello');
    const client = new WebSocket(`ws://127.0.0.1:${served.port}/other`);
    clients.push(client);
    const [data] = (await once(client, 'message')) as [Buffer];
    expect(data.toString()).toBe('other');
  });

  test('a proxy passes on its connections', async () => {
    const upstream = createServer();
    servers.push(upstream);
    upstream.on('upgrade', (req, socket, head) =>
      sockets.handleUpgrade(req, socket, head, (client) => client.on('message', () => client.send('from behind'))),
    );
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port: target } = upstream.address() as AddressInfo;
    const { port } = await begin((route) =>
      route.get('/echo', (ctx) =>
        ctx.response().upgrade((req, socket, head) => {
          const behind = connect(target, '127.0.0.1');
          const lines = req.rawHeaders.flatMap((name, at, all) =>
            at % 2 === 0 ? [`${name}: ${all[at + 1] ?? ''}`] : [],
          );
          behind.write(`GET ${req.url ?? ''} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
          behind.write(head);
          behind.pipe(socket).pipe(behind);
          behind.on('error', () => socket.destroy());
          socket.on('close', () => behind.destroy());
        }),
      ),
    );
    expect(await hears(await enter(port))).toBe('from behind');
  });

  test('the trace of the request is answered at the switch, and ends with the connection', async () => {
    const seen: string[] = [];
    const subscriber = {
      start: () => void seen.push('start'),
      end: () => undefined,
      asyncStart: ({ status, route }: { status: number; route: { path: string } | null }) =>
        void seen.push(`answered ${status} ${route?.path ?? ''}`),
      asyncEnd: ({ status }: { status: number }) => void seen.push(`ended ${status}`),
      error: () => undefined,
    };
    channels.request.subscribe(subscriber);
    try {
      const { port, app } = await begin((route) => route.get('/echo', echo));
      const client = await enter(port);
      expect(seen).toEqual(['start', 'answered 101 /echo']);
      client.close();
      await once(client, 'close');
      while (app.facades.Http().serverLoad.upgrades > 0) await new Promise((resolve) => setImmediate(resolve));
      expect(seen).toEqual(['start', 'answered 101 /echo', 'ended 101']);
    } finally {
      channels.request.unsubscribe(subscriber);
    }
  });
});
