import { afterEach, describe, expect, test } from '@jest/globals';
import { type Served, serve } from '../../support/serve.ts';
import { get, RawClient } from './raw-client.ts';

let served: Served | null = null;

afterEach(async () => {
  await served?.close();
  served = null;
});

describe.each(['koa', 'fastify'])('http.send_timeout on the %s driver', (driver) => {
  test('cuts each of 20 clients that ask for 5 MiB of JSON and never read, and reports them', async () => {
    const data = { text: 'x'.repeat(5 * 1024 * 1024) };
    const codes: unknown[] = [];
    served = await serve((route) => void route.get('/', () => data), {
      driver,
      // A busy machine would refuse some of the clients.
      config: { http: { send_timeout: 0.3, overload: null } },
      apply: (app) => app.facades.Http().hooks.sent.tap('test', ({ error }) => void codes.push(error)),
    });
    const clients: RawClient[] = [];
    for (let client = 0; client < 20; client++) {
      const raw = await RawClient.open(served.port);
      raw.socket.pause();
      raw.send(get('/'));
      clients.push(raw);
    }
    while (codes.length < clients.length) await new Promise((resolve) => setImmediate(resolve));
    for (const { socket, closed } of clients) {
      socket.resume();
      expect((await closed).length).toBeLessThan(5 * 1024 * 1024);
    }
    expect(codes).toEqual(clients.map(() => expect.objectContaining({ code: 'E_SEND_TIMEOUT' })));
  });
});
