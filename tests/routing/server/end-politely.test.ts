import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { WebSocket, WebSocketServer } from 'ws';
import { endPolitely } from '../../../plugins/routing/src/server/end-politely.ts';
import { HttpServer } from '../../../plugins/routing/src/server/http-server.ts';
import { type Served, serve } from '../../support/serve.ts';
import { withTimers } from '../../support/with-seconds.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { cert, key } from './certificate.ts';
import { closeServers, httpConfig, openServer } from './open-server.ts';
import { exchange, get, jsonOf, RawClient, statuses } from './raw-client.ts';

afterEach(closeServers);

/** Refuses every body unread, as the writer of responses does. */
const refuse: RequestListener = (req, res) => {
  res.statusCode = req.method === 'GET' ? 200 : 413;
  endPolitely(req, res);
  res.end('answered');
};

const post = (...headers: string[]): string => ['POST / HTTP/1.1', 'Host: a.test', ...headers, '', ''].join('\r\n');

const MiB = 1024 * 1024;

describe('a reply to a request whose body is not read', () => {
  test.each([
    ['with Content-Length', `Content-Length: ${8 * MiB}`, 'x'.repeat(8 * MiB)],
    ['chunked', 'Transfer-Encoding: chunked', `800000\r\n${'x'.repeat(8 * MiB)}`],
  ])('BD-02 is read by a client that sends 8 MiB before it looks, %s', async (_name, header, body) => {
    const { port } = await openServer(refuse);
    for (let time = 0; time < 8; time++) {
      const client = await RawClient.open(port);
      client.send(post(header) + body);
      await client.until('answered');
      expect(statuses(client.received)).toEqual([413]);
      expect(client.received).toContain('\r\nConnection: close\r\n');
      client.socket.destroy();
    }
  });

  test('BD-02 leaves the client a second to hang up, and then cuts the connection', async () => {
    await withTimers(async (pass) => {
      let served: Socket | null = null;
      const { port } = await openServer((req, res) => {
        served = req.socket;
        refuse(req, res);
      });
      // It does not hang up by itself.
      const client = await RawClient.open(port, { allowHalfOpen: true });
      client.send(post(`Content-Length: ${8 * MiB}`));
      await client.until('answered');
      const kept = async (): Promise<boolean> => {
        for (let turns = 0; turns < 20; turns++) await turn();
        return served?.destroyed === false;
      };
      pass(900);
      expect(await kept()).toBe(true);
      pass(200);
      expect(await kept()).toBe(false);
      client.socket.destroy();
    });
  });

  test('BD-02 of what still comes it takes 256 KiB, and leaves as long to a client that has not looked yet', async () => {
    let taken = 0;
    let enough = (): void => undefined;
    const past = new Promise<void>((resolve) => (enough = resolve));
    const { port } = await openServer((req, res) => {
      refuse(req, res);
      req.on('data', (chunk: Buffer) => {
        taken += chunk.length;
        if (taken > MiB / 4) setImmediate(enough);
      });
    });
    const client = await RawClient.open(port);
    client.socket.pause();
    client.send(post(`Content-Length: ${8 * MiB}`) + 'x'.repeat(8 * MiB));
    await past;
    // A reset would be here by then.
    for (let turns = 0; turns < 50; turns++) await turn();
    client.socket.resume();
    expect(statuses(await client.closed)).toEqual([413]);
    expect(taken).toBeLessThan(MiB / 2);
  });

  test('BD-21 keeps the connection when the body is small, and the next request is right', async () => {
    const { port } = await openServer(refuse);
    const client = await RawClient.open(port);
    client.send(`${post('Content-Length: 5')}hello${get('/')}`);
    expect(statuses(await client.closed)).toEqual([413, 200]);
    expect(client.received.split('Connection: close')).toHaveLength(2);
  });

  test('does not wait for ever for the rest of a small body', async () => {
    const { port } = await openServer(refuse);
    const client = await RawClient.open(port);
    client.send(`${post('Content-Length: 5')}he`);
    await client.until('answered');
    await client.closed;
  }, 8_000);

  test('BD-02 is read by a client that looks only after it has sent on into the closing connection', async () => {
    let answered = (): void => undefined;
    const reply = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const { port } = await openServer((req, res) => {
      res.once('close', () => setImmediate(answered));
      refuse(req, res);
    });
    const client = await RawClient.open(port);
    client.socket.pause();
    client.send(post('Content-Length: 250000'));
    await reply;
    for (let part = 0; part < 2; part++) await client.flush('x'.repeat(100_000));
    client.socket.resume();
    expect(statuses(await client.until('answered'))).toEqual([413]);
  });

  test.each([5, 8 * MiB])('BD-17 ends an uninvited body of %d bytes without inviting it', async (length) => {
    const { port } = await openServer(refuse);
    const client = await RawClient.open(port);
    client.send(post(`Content-Length: ${length}`, 'Expect: 100-continue'));
    expect(statuses(await client.until('answered'))).toEqual([413]);
    expect(client.received).toContain('\r\nConnection: close\r\n');
    expect(statuses(await client.closed)).toEqual([413]);
  });

  test('a request without a body keeps its connection', async () => {
    const { port } = await openServer(refuse);
    const client = await RawClient.open(port);
    client.send(get('/', 'Accept: */*'));
    await client.until('answered');
    client.send(get('/'));
    expect(statuses(await client.closed)).toEqual([200, 200]);
  });
});

afterEach(closeServers);

test('PL-04 a client that takes no byte of its reply is cut after http.send_timeout, and its response is told of', async () => {
  const stalled: ServerResponse[] = [];
  const server = new HttpServer({
    listener: (_req, res) => res.end(Buffer.alloc(64 * MiB)),
    config: httpConfig({ send_timeout: 0.3 }),
    report: () => undefined,
    stalled: (response) => stalled.push(response),
  });
  const { port } = await server.open();
  const client = await RawClient.open(port);
  client.socket.pause();
  client.send(get('/'));
  while (stalled.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(stalled[0]?.req.url).toBe('/');
  client.socket.resume();
  expect((await client.closed).length).toBeLessThan(64 * MiB);
  await server.close(1);
});

test('a handler may take longer, and a connection between two requests ends by http.keep_alive_timeout', async () => {
  const { port } = await openServer((_req, res) => void setTimeout(() => res.end('late'), 700), {
    send_timeout: 0.2,
    keep_alive_timeout: 0.1,
  });
  expect(statuses(await exchange(port, get('/', 'Connection: keep-alive')))).toEqual([200]);
});

const folder = temporaryDirectory();

describe.each(['koa', 'fastify'])('E-4: WebSockets on the %s driver', (driver) => {
  let served: Served | null = null;
  const clients: WebSocket[] = [];

  /** A room that echoes, attached to the server of an application as its guide says. */
  const rooms = (app: Application, goodbye: boolean): void => {
    const sockets = new WebSocketServer({ noServer: true });
    sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
    app.facades.Http().hooks.server.tap('rooms', (server) => {
      server.on('upgrade', (req, socket, head) => {
        if (req.url !== '/rooms') socket.destroy();
        else sockets.handleUpgrade(req, socket, head, (client) => sockets.emit('connection', client, req));
      });
    });
    if (!goodbye) return;
    app.hooks.shutdown.tapPromise('rooms', async () => {
      for (const client of sockets.clients) client.close(1001);
      await new Promise((resolve) => sockets.close(resolve));
    });
  };

  const open = async (goodbye = true, http = {}): Promise<Served> => {
    served = await serve((route) => route.get('/rooms', (ctx) => ctx.response().string(200, 'plain')), {
      driver,
      config: { http },
      apply: (app) => rooms(app, goodbye),
    });
    return served;
  };

  const enter = async ({ url }: Served): Promise<WebSocket> => {
    const client = new WebSocket(`${url.replace('http', 'ws')}/rooms`, { rejectUnauthorized: false });
    clients.push(client);
    await once(client, 'open');
    return client;
  };

  const echo = async (client: WebSocket): Promise<string> => {
    client.send('hello');
    const [data] = (await once(client, 'message')) as [Buffer];
    return data.toString();
  };

  afterEach(async () => {
    for (const client of clients.splice(0)) client.terminate();
    await served?.close();
  });

  test('http.hooks.server gives the server to attach to; plain requests are answered beside', async () => {
    const server = await open();
    expect(await echo(await enter(server))).toBe('hello');
    expect(await (await fetch(`${server.url}/rooms`)).text()).toBe('plain');
  });

  test('a shutdown tap at the default stage says goodbye with 1001, after the requests have drained', async () => {
    const server = await open();
    const client = await enter(server);
    // Longer than the sweep of idle connections: an upgraded one is none of them.
    const closed = once(client, 'close');
    expect(await server.app.close()).toEqual([]);
    expect((await closed)[0]).toBe(1001);
  });

  test('an open client is cut at the end of the shutdown, without a delay', async () => {
    const server = await open(false);
    const client = await enter(server);
    const closed = once(client, 'close');
    expect(await server.app.close()).toEqual([]);
    expect((await closed)[0]).toBe(1006);
  }, 5000);

  test('the same over TLS', async () => {
    const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    await Promise.all([writeFile(tls.cert, cert), writeFile(tls.key, key)]);
    const server = await open(true, { tls });
    const client = await enter(server);
    expect(await echo(client)).toBe('hello');
    const closed = once(client, 'close');
    expect(await server.app.close()).toEqual([]);
    expect((await closed)[0]).toBe(1001);
  });
});

afterEach(closeServers);

/** Answers with the whole body, and remembers which bodies were whole. */
const echo = () => {
  const whole: string[] = [];
  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    let body = '';
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    req.on('error', () => undefined);
    req.on('end', () => {
      whole.push(body);
      res.end(`[${body}]`);
    });
  };
  return { whole, listener };
};

const postOfWireFaults = (headers: string[], body: string): string =>
  ['POST / HTTP/1.1', 'Host: a.test', ...headers, '', body].join('\r\n');

const expectAlive = async (port: number): Promise<void> => {
  expect(statuses(await exchange(port, get('/')))).toEqual([200]);
};

describe('framing', () => {
  test('BD-15 a body framed in two ways feeds no handler, and is not reported', async () => {
    const { whole, listener } = echo();
    const { port, reports } = await openServer(listener);
    const reply = await exchange(
      port,
      postOfWireFaults(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    );
    expect(statuses(reply)).toEqual([400]);
    expect(jsonOf(reply)).toEqual({ message: 'The request is not valid HTTP.', code: 'E_REQUEST_MALFORMED' });
    expect(whole).toEqual([]);
    expect(reports).toEqual([]);
    await expectAlive(port);
  });

  test('BD-16 garbage behind a request whose reply has begun does not spoil that reply', async () => {
    let finish = (): void => undefined;
    const { port } = await openServer((_req, res) => {
      res.write('begun,');
      finish = () => void res.end('ended');
    });
    const client = await RawClient.open(port);
    client.send(`${get('/', 'Accept: */*')}garbage\r\n\r\n`);
    await client.until('begun');
    client.send('more\r\n\r\n');
    finish();
    const reply = await client.closed;
    expect(reply).toMatch(/ended\r\n0\r\n\r\n$/);
    expect(statuses(reply)).toEqual([200]);
  });

  test('BD-16 half a body and then FIN is 400, and the handler never sees a whole body', async () => {
    const { whole, listener } = echo();
    const { port } = await openServer(listener);
    const client = await RawClient.open(port);
    client.socket.end(postOfWireFaults(['Content-Length: 50'], '0123456789'));
    expect(statuses(await client.closed)).toEqual([400]);
    expect(whole).toEqual([]);
  });

  test('a fault in a body whose reply has begun cuts the connection without a second reply', async () => {
    const { port } = await openServer((_req, res) => void res.write('begun'));
    const client = await RawClient.open(port);
    client.send(postOfWireFaults(['Transfer-Encoding: chunked'], '2\r\nhi\r\n'));
    await client.until('begun');
    client.send('ZZ\r\n');
    expect(statuses(await client.closed)).toEqual([200]);
  });

  test('a client that is gone when its fault is answered does no harm', async () => {
    const { port, reports } = await openServer((_req, res) => res.end('ok'));
    const clients = await Promise.all(Array.from({ length: 20 }, () => RawClient.open(port)));
    for (const client of clients) {
      client.send('garbage\r\n\r\n');
      client.socket.resetAndDestroy();
    }
    await Promise.all(clients.map((client) => client.closed));
    await expectAlive(port);
    expect(reports).toEqual([]);
  });
});

describe('headers', () => {
  test('the 431 is read by a client that looks only after it has sent on', async () => {
    const { port } = await openServer((_req, res) => res.end('ok'));
    const client = await RawClient.open(port);
    client.socket.pause();
    await client.flush(`GET / HTTP/1.1\r\nHost: a.test\r\nX-Big: ${'x'.repeat(20_000)}`);
    for (let part = 0; part < 6; part++) {
      // What another connection is told, the server has done for this one before.
      await expectAlive(port);
      await client.flush('x'.repeat(50_000));
    }
    client.socket.resume();
    expect(statuses(await client.until('E_HEADERS_TOO_LARGE'))).toEqual([431]);
  });

  test('BD-14 half a header block is closed with 408 soon after headers_timeout, and others are served meanwhile', async () => {
    const { port } = await openServer((_req, res) => res.end('ok'), { headers_timeout: 0.4 });
    const slow = await Promise.all(Array.from({ length: 100 }, () => RawClient.open(port)));
    for (const client of slow) client.send('GET / HTTP/1.1\r\nHost: a.te');
    await expectAlive(port);
    const replies = await Promise.all(slow.map((client) => client.closed));
    for (const reply of replies) {
      expect(statuses(reply)).toEqual([408]);
      expect(jsonOf(reply)).toMatchObject({ code: 'E_HEADERS_TIMEOUT' });
    }
  }, 10_000);

  test('BD-14 a connection that sends nothing at all is closed as well', async () => {
    const { port } = await openServer((_req, res) => res.end('ok'), { headers_timeout: 0.3 });
    const client = await RawClient.open(port);
    expect(statuses(await client.closed)).toEqual([408]);
  });

  test('headers_timeout does not limit how long a request is worked on', async () => {
    const { port } = await openServer((_req, res) => void setTimeout(() => res.end('late'), 900), {
      headers_timeout: 0.2,
    });
    expect(await exchange(port, get('/'))).toMatch(/late$/);
  });
});
