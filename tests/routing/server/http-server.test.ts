import { createServer as createHttpServer, Server as NodeServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { HttpServer } from '../../../plugins/routing/src/server/http-server.ts';
import { listen } from '../../../plugins/routing/src/server/listen.ts';
import { freePort } from '../../support/free-port.ts';
import { closeServers, httpConfig, openServer } from './open-server.ts';
import { exchange, get, RawClient, statuses } from './raw-client.ts';

afterEach(closeServers);

const ok = (_req: unknown, res: { end(text: string): void }): void => res.end('ok');
const never = (error: unknown): void => {
  throw error;
};

const occupied = async (use: (port: number) => Promise<void>): Promise<void> => {
  const blocker: Server = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const address = blocker.address();
  try {
    await use(typeof address === 'object' && address !== null ? address.port : 0);
  } finally {
    await new Promise((resolve) => blocker.close(resolve));
  }
};

describe('opening', () => {
  test('tells host, port and an address to open', async () => {
    const { address, port } = await openServer(ok);
    expect(address).toEqual({ host: '127.0.0.1', port, url: `http://127.0.0.1:${port}` });
    expect(port).toBeGreaterThan(0);
  });

  test('brackets IPv6 and shows a server on all interfaces as localhost', async () => {
    const loopback = await openServer(ok, { host: '::1' });
    expect(loopback.address.url).toBe(`http://[::1]:${loopback.port}`);
    const all = new HttpServer({ listener: ok, config: httpConfig({ host: '0.0.0.0' }), report: never });
    const address = await all.open();
    await all.close(0);
    expect(address).toEqual({ host: '0.0.0.0', port: address.port, url: `http://localhost:${address.port}` });
  });

  test('LC-09 a port in use is an error that names host and port', () =>
    occupied(async (port) => {
      const server = new HttpServer({ listener: ok, config: httpConfig({ port }), report: never });
      await expect(server.open()).rejects.toMatchObject({
        code: 'E_PORT_IN_USE',
        message: expect.stringContaining(`127.0.0.1:${port}`),
        fix: expect.stringContaining('PORT'),
      });
    }));

  test('without a free port, port 0 is no port in use', async () => {
    const full = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
    jest.spyOn(NodeServer.prototype, 'listen').mockImplementation(function (this: NodeServer) {
      process.nextTick(() => this.emit('error', full));
      return this;
    });
    const server = new HttpServer({ listener: ok, config: httpConfig({ port: 0 }), report: never });
    await expect(server.open()).rejects.toMatchObject({
      code: 'E_PORT_NONE_FREE',
      message: expect.stringContaining('no free port'),
      cause: full,
    });
    jest.restoreAllMocks();
  });

  test('LC-09 a host of another machine, or of none, is an error that names it', async () => {
    const elsewhere = new HttpServer({ listener: ok, config: httpConfig({ host: '192.0.2.1' }), report: never });
    await expect(elsewhere.open()).rejects.toMatchObject({
      code: 'E_HOST_UNKNOWN',
      message: expect.stringContaining('192.0.2.1:0'),
    });
    const nowhere = new HttpServer({ listener: ok, config: httpConfig({ host: 'no such host' }), report: never });
    await expect(nowhere.open()).rejects.toMatchObject({
      code: 'E_HOST_UNKNOWN',
      message: expect.stringContaining('no such host:0'),
    });
  });

  test.each(['0.0.0', '0', '127.1', '2130706433', '0x7f000001'])(
    'the host "%s" is refused, because the system would read another address from it',
    async (host) => {
      const server = new HttpServer({ listener: ok, config: httpConfig({ host }), report: never });
      await expect(server.open()).rejects.toMatchObject({ code: 'E_HOST_UNKNOWN' });
    },
  );

  test('a port that does not exist is an error that names it', async () => {
    const server = new HttpServer({ listener: ok, config: httpConfig({ port: 70_000 }), report: never });
    await expect(server.open()).rejects.toMatchObject({
      code: 'E_PORT_INVALID',
      message: expect.stringContaining('127.0.0.1:70000'),
    });
  });

  test('a server opens once', async () => {
    const { server } = await openServer(ok);
    await expect(server.open()).rejects.toMatchObject({ code: 'E_SERVER_OPENED' });
    await server.close(0);
    await expect(server.open()).rejects.toMatchObject({ code: 'E_SERVER_OPENED' });
  });

  test('a second opening meanwhile is refused as well', async () => {
    const server = new HttpServer({ listener: ok, config: httpConfig(), report: never });
    const opening = server.open();
    await expect(server.open()).rejects.toMatchObject({ code: 'E_SERVER_OPENED' });
    await opening;
    await server.close(0);
  });

  test('closed while it opens, it does not listen', async () => {
    const port = await freePort();
    const server = new HttpServer({ listener: ok, config: httpConfig({ port }), report: never });
    const opening = expect(server.open()).rejects.toMatchObject({ code: 'E_SERVER_OPENED' });
    expect(await server.close(10)).toBe(0);
    await expect(RawClient.open(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await opening;
  });

  test('times that no timer is long enough for are taken', async () => {
    const config = { keep_alive_timeout: Number.POSITIVE_INFINITY, headers_timeout: Number.POSITIVE_INFINITY };
    const { port } = await openServer(ok, config);
    const client = await RawClient.open(port);
    client.send(get('/', 'Accept: */*'));
    await client.until('ok');
    client.send(get('/', 'Accept: */*'));
    await client.until('ok', 2);
    expect([client.reset, statuses(client.received)]).toEqual([false, [200, 200]]);
    client.socket.destroy();
  });
});

describe('serving', () => {
  test('keeps an idle connection for keep_alive_timeout and no longer', async () => {
    const { port } = await openServer(ok, { keep_alive_timeout: 0.2 });
    const client = await RawClient.open(port);
    client.send(get('/', 'Accept: */*'));
    await client.until('ok');
    client.send(get('/', 'Accept: */*'));
    await client.until('ok', 2);
    expect(statuses(await client.closed)).toEqual([200, 200]);
  }, 4_500);

  test('a keep_alive_timeout of 0 keeps no connection', async () => {
    const { port } = await openServer(ok, { keep_alive_timeout: 0 });
    const reply = await exchange(port, get('/', 'Accept: */*'));
    expect(statuses(reply)).toEqual([200]);
    expect(reply).toContain('\r\nConnection: close\r\n');
  });

  test('HD-09 an upgrade that nobody handles is answered as a plain request', async () => {
    const { port } = await openServer((req, res) => res.end(`secret=${String(req.headers['x-secret'])}`));
    const websocket = get('/', 'Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Key: x');
    expect(statuses(await exchange(port, websocket))).toEqual([200]);
    const h2c = get('/', 'Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk');
    expect(statuses(await exchange(port, h2c))).toEqual([200]);
    expect(await exchange(port, get('/', 'Connection: close, x-secret', 'X-Secret: 1'))).toMatch(/secret=1$/);
  });

  test('BD-17 the body is invited only when somebody reads it', async () => {
    const { port } = await openServer((req, res) => {
      if (Number(req.headers['content-length']) > 10) {
        res.statusCode = 413;
        res.end();
        return;
      }
      let body = '';
      req.setEncoding('utf8');
      req.on('data', (text: string) => {
        body += text;
      });
      req.on('end', () => res.end(`got ${body}`));
    });
    const expecting = (length: number) =>
      `POST / HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    expect(statuses(await exchange(port, expecting(9_000_000)))).toEqual([413]);

    const client = await RawClient.open(port);
    client.send(expecting(4));
    expect(await client.until('100 Continue')).not.toContain('200');
    client.send('body');
    await client.until('got body');
    expect(statuses(client.received)).toEqual([100, 200]);
    client.socket.destroy();
  });
});

/** A server the system refuses a port, as it does to who may not have those below 1024. */
class Refused extends NodeServer {
  override listen(): this {
    queueMicrotask(() => this.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })));
    return this;
  }
}

test('LC-09 a port the process may not have is an error that names it and says what to do', async () => {
  await expect(listen(new Refused(), httpConfig({ port: 80 }))).rejects.toMatchObject({
    code: 'E_PORT_FORBIDDEN',
    message: expect.stringContaining('127.0.0.1:80') as unknown,
    fix: expect.stringMatching(/\w/) as unknown,
  });
});

test('other errors of the system are passed on unchanged', async () => {
  const server = createHttpServer();
  server.listen = () => {
    queueMicrotask(() => server.emit('error', Object.assign(new Error('listen EPROTO'), { code: 'EPROTO' })));
    return server;
  };
  await expect(listen(server, httpConfig())).rejects.toMatchObject({ code: 'EPROTO' });
});
