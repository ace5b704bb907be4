import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { closeServers, openServer } from './open-server.ts';
import { exchange, get, jsonOf, RawClient, statuses } from './raw-client.ts';

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

const post = (headers: string[], body: string): string =>
  ['POST / HTTP/1.1', 'Host: a.test', ...headers, '', body].join('\r\n');

const expectAlive = async (port: number): Promise<void> => {
  expect(statuses(await exchange(port, get('/')))).toEqual([200]);
};

describe('framing', () => {
  test('BD-15 a body framed in two ways feeds no handler, and is not reported', async () => {
    const { whole, listener } = echo();
    const { port, reports } = await openServer(listener);
    const reply = await exchange(port, post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'));
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
    client.socket.end(post(['Content-Length: 50'], '0123456789'));
    expect(statuses(await client.closed)).toEqual([400]);
    expect(whole).toEqual([]);
  });

  test('a fault in a body whose reply has begun cuts the connection without a second reply', async () => {
    const { port } = await openServer((_req, res) => void res.write('begun'));
    const client = await RawClient.open(port);
    client.send(post(['Transfer-Encoding: chunked'], '2\r\nhi\r\n'));
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
