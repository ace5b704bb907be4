import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from '@jest/globals';
import { hasCode } from '@taproot/core';
import { program } from '../../support/program.ts';
import { withTimers } from '../../support/with-seconds.ts';
import { closeServers, openServer } from './open-server.ts';
import { exchange, get, RawClient, statuses } from './raw-client.ts';

const turn = (): Promise<void> => new Promise(setImmediate);

afterEach(closeServers);

/** A listener whose replies wait for the test; `arrived(n)` resolves once n requests are there. */
const held = () => {
  const responses: ServerResponse[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    responses,
    listener: (_req: unknown, res: ServerResponse): void => {
      responses.push(res);
      for (const { count, resolve } of waiting) if (responses.length >= count) resolve();
    },
    arrived: (count: number): Promise<void> =>
      new Promise((resolve) => {
        if (responses.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
};

const keepAlive = (path: string): string => get(path, 'Accept: */*');

/** Resolves once nobody listens on `port` any more; until then connections are accepted, or reset with their queue. */
const refused = async (port: number): Promise<void> => {
  for (;;) {
    try {
      (await RawClient.open(port)).socket.destroy();
    } catch (error) {
      if (hasCode(error, 'ECONNREFUSED')) return;
      if (!hasCode(error, 'ECONNRESET')) throw error;
    }
  }
};

describe('closing', () => {
  test('LC-08 requests in flight are answered with Connection: close, new connections refused, nothing destroyed', async () => {
    const { listener, responses, arrived } = held();
    const { server, port } = await openServer(listener);
    const clients = await Promise.all(Array.from({ length: 5 }, () => RawClient.open(port)));
    for (const client of clients) client.send(keepAlive('/'));
    const upload = await RawClient.open(port);
    upload.send('POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 10\r\n\r\n01234');
    await arrived(6);
    const closed = server.close(10);
    await refused(port);
    upload.send('56789');
    for (const res of responses) res.end('done');
    expect(await closed).toBe(0);
    for (const client of [...clients, upload]) {
      const reply = await client.closed;
      expect(reply).toMatch(/done$/);
      expect(reply).toContain('\r\nConnection: close\r\n');
      expect(client.reset).toBe(false);
    }
  });

  test('LC-08 idle connections end at once', async () => {
    const { server, port } = await openServer((_req, res) => res.end('ok'));
    const idle = await RawClient.open(port);
    idle.send(keepAlive('/'));
    await idle.until('ok');
    // Time stands still, so the sweep never comes.
    await withTimers(async () => expect(await server.close(10)).toBe(0));
    expect(statuses(await idle.closed)).toEqual([200]);
  });

  test('a connection that never sent a request, or only half of one, is closed within a second', async () => {
    const { server, port } = await openServer((_req, res) => res.end('ok'));
    const silent = await RawClient.open(port);
    const half = await RawClient.open(port);
    half.send('GET / HTTP/1.1\r\nHo');
    expect(statuses(await exchange(port, get('/')))).toEqual([200]);
    await withTimers(async (pass) => {
      const closed = server.close(10);
      const all = Promise.all([silent.closed, half.closed]);
      // The server first accepts what the kernel holds, and only then starts its timers.
      for (let turns = 0; turns < 20; turns++) await turn();
      pass(1000);
      expect(await closed).toBe(0);
      await all;
    });
  });

  test('OP-9 a patient server answers on idle connections for a moment, with Connection: close, and then ends them', async () => {
    const { server, port } = await openServer((_req, res) => res.end('ok'), {}, { isPatient: true });
    const [busy, idle] = await Promise.all([RawClient.open(port), RawClient.open(port)]);
    for (const client of [busy, idle]) {
      client.send(keepAlive('/'));
      await client.until('ok');
    }
    const closed = server.close(2);
    await refused(port);
    busy.send(keepAlive('/'));
    const reply = await busy.closed;
    expect(statuses(reply)).toEqual([200, 200]);
    expect(reply.slice(reply.lastIndexOf('HTTP/1.1'))).toContain('\r\nConnection: close\r\n');
    expect(await closed).toBe(0);
    expect([statuses(await idle.closed), idle.reset]).toEqual([[200], false]);
  });

  test('a request sent just before close() is answered, on a new connection and on an idle one', async () => {
    const { server, port } = await openServer((req, res) => res.end(`path=${req.url}`));
    const idle = await RawClient.open(port);
    idle.send(keepAlive('/first'));
    await idle.until('path=/first');
    const fresh = await RawClient.open(port);
    await Promise.all([idle, fresh].map((c) => new Promise((r) => c.socket.write(keepAlive('/last'), r))));
    const closed = server.close(10);
    expect(await idle.closed).toMatch(/path=\/last$/);
    expect(await fresh.closed).toMatch(/path=\/last$/);
    expect(await closed).toBe(0);
  });

  test('a reply that began before close() ends whole, and its connection with it', async () => {
    const { listener, responses, arrived } = held();
    const { server, port } = await openServer(listener);
    const client = await RawClient.open(port);
    client.send(keepAlive('/'));
    await arrived(1);
    responses[0]?.write('begun');
    await client.until('begun');
    const closed = server.close(10);
    responses[0]?.end('ended');
    expect(await closed).toBe(0);
    expect(await client.closed).toMatch(/ended\r\n0\r\n\r\n$/);
  });

  test('pipelined requests are all answered, only the last reply says close', async () => {
    const { listener, responses, arrived } = held();
    const { server, port } = await openServer(listener);
    const client = await RawClient.open(port);
    client.send(keepAlive('/1') + keepAlive('/2') + keepAlive('/3'));
    await arrived(1);
    const closed = server.close(10);
    for (let count = 1; count <= 3; count++) {
      await arrived(count);
      responses[count - 1]?.end('done');
    }
    const reply = await client.closed;
    expect(statuses(reply)).toEqual([200, 200, 200]);
    expect(reply.split('Connection: close')).toHaveLength(2);
    expect(await closed).toBe(0);
  });

  test('what is not done by the deadline is destroyed and counted', async () => {
    const { listener, arrived } = held();
    const { server, port } = await openServer(listener);
    const clients = await Promise.all(Array.from({ length: 3 }, () => RawClient.open(port)));
    for (const client of clients) client.send(keepAlive('/'));
    await arrived(3);
    expect(await server.close(0.3)).toBe(3);
    for (const client of clients) expect(await client.closed).toBe('');
  }, 8_000);

  test.each([Number.POSITIVE_INFINITY, 60 * 60 * 24 * 365])(
    '%d s is no deadline, though no timer is that long',
    async (seconds) => {
      const { listener, responses, arrived } = held();
      const { server, port } = await openServer(listener);
      const client = await RawClient.open(port);
      client.send(keepAlive('/'));
      await arrived(1);
      const closed = server.close(seconds);
      await refused(port);
      // Longer than the one millisecond after which Node fires a timer that is too long for it.
      await new Promise((resolve) => setTimeout(resolve, 20));
      responses[0]?.end('done');
      expect(await closed).toBe(0);
      expect(await client.closed).toMatch(/done$/);
    },
  );

  test('closing twice is one closing, and closing what never opened is none', async () => {
    const { server } = await openServer((_req, res) => res.end('ok'));
    expect(server.close(1)).toBe(server.close(9));
    expect(await server.close(1)).toBe(0);
  });

  test('twenty closings amid traffic leave no accepted request without its whole reply', async () => {
    for (let run = 0; run < 20; run++) {
      let accepted = 0;
      const { server, port } = await openServer((req, res) => {
        accepted++;
        let length = 0;
        req.on('data', (chunk: Buffer) => {
          length += chunk.length;
        });
        req.on('end', () => {
          const answer = () => res.end(`read ${length}.`);
          const delay = Number(req.headers['x-delay']);
          if (delay === 0) answer();
          else setTimeout(answer, delay);
        });
      });
      const replies: Promise<string>[] = [];
      const clients = await Promise.all(Array.from({ length: 40 }, () => RawClient.open(port)));
      const sent = clients.map((client, index) => {
        const body = 'x'.repeat(index % 10 === 0 ? 200_000 : 3);
        const head = `POST / HTTP/1.1\r\nHost: a.test\r\nX-Delay: ${index % 7}\r\nContent-Length: ${body.length}\r\n\r\n`;
        replies.push(client.closed);
        return new Promise<void>((resolve) => {
          client.socket.write(head + body, () => resolve());
        });
      });
      await Promise.all(sent.slice(0, run * 2 + 1));
      expect(await server.close(10)).toBe(0);
      const whole = (await Promise.all(replies)).filter((reply) => /read (3|200000)\.$/.test(reply));
      expect(whole).toHaveLength(accepted);
      expect(accepted).toBeGreaterThan(run * 2);
    }
  });
});

const root = join(import.meta.dirname, '../../..');
const script = program(join(import.meta.dirname, 'starved-server.ts'));

/** Resolves once the socket is connected, or was refused or reset. */
const tried = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve());
    socket.on('error', () => resolve());
  });

test('LC-20 a server out of file descriptors lives, floods no log, and serves again when there are some', async () => {
  const command = `ulimit -n 100 && exec "${process.execPath}" "${script}"`;
  const child = spawn('sh', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  try {
    const port = Number((await lines.next()).value);
    const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map(tried));
    for (const socket of sockets) socket.destroy();
    // The server closes its side of them a little later.
    let reply = '';
    while (reply === '') reply = await exchange(port, get('/')).catch(() => '');
    expect(statuses(reply)).toEqual([200]);
    child.kill('SIGTERM');
    expect((await lines.next()).value).toMatch(/^reports=[01]$/);
    expect(await exit).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
}, 30_000);
