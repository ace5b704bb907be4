import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { WebSocket, WebSocketServer } from 'ws';
import { type Served, serve } from '../../support/serve.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { cert, key } from './certificate.ts';

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
