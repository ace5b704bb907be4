import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { endPolitely } from '../../../plugins/routing/src/server/end-politely.ts';
import { withTimers } from '../../support/with-seconds.ts';
import { closeServers, openServer } from './open-server.ts';
import { get, RawClient, statuses } from './raw-client.ts';

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
