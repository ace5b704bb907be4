import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { HttpServer } from '../../../plugins/routing/src/server/http-server.ts';
import { closeServers, httpConfig, openServer } from './open-server.ts';
import { exchange, get, RawClient, statuses } from './raw-client.ts';

afterEach(closeServers);

const MiB = 1024 * 1024;

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
