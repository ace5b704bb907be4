import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import { broadcast, channel } from '@taproot/broadcast';
import { connect } from '@taproot/client/socket';
import { type Application, setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { message, socket, websocket } from '@taproot/websocket';
import { WebSocket } from 'ws';
import { freePort } from '../support/free-port.ts';
import { Proxy, programs } from './support/proxies.ts';

const room = socket({
  path: '/rooms/{room}',
  join: (ctx) => ({ seen: [ctx.request().ip(), ctx.request().host(), ctx.request().scheme()] }),
  receives: { who: {} },
  sends: message<{ you: { seen: string[] }; said: { n: number } }>(),
  on: { who: (_data, client) => client.send('you', { seen: client.joined.seen }) },
});

const news = channel('news').events<{ said: { n: number } }>().of();

const open: (() => Promise<unknown>)[] = [];

const start = async (port: number, heartbeat: '100ms' | '30s'): Promise<Application> => {
  const app: Application = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), validation(), broadcast(), websocket()])
    .withConfig({
      http: { port, trusted_proxies: ['127.0.0.1'], trusted_hosts: ['shop.example.com', '127.0.0.1'] },
      websocket: { heartbeat },
    })
    .withRouting((route) => {
      route.socket(room);
      route.get('/health/ready', () => ({ status: 'pass' }));
      route.get('/news', (ctx) => app.facades.Broadcast().stream(ctx, news));
    })
    .create();
  await app.open();
  open.push(() => app.close());
  return app;
};

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const headers = { host: 'shop.example.com' };

for (const [name, { here, page }] of Object.entries(programs)) {
  if (!here) console.warn(`Skipped: ${name} is not installed.`);
  (here ? describe : describe.skip)(`${name} with the configuration of ${page}`, () => {
    const behind = async (heartbeat: '100ms' | '30s', wait: string) => {
      const port = await freePort();
      const app = await start(port, heartbeat);
      const proxy = await Proxy.before(name as keyof typeof programs, port, wait);
      open.push(() => proxy.close());
      // HAProxy sends nothing before its first check.
      const ready = (): Promise<Response> => fetch(`http://127.0.0.1:${proxy.port}/health/ready`);
      for (let reply = await ready(), tries = 0; reply.status !== 200; reply = await ready())
        if (tries++ > 2000) throw new Error(await reply.text());
      return { app, port, url: `ws://127.0.0.1:${proxy.port}/rooms/7` };
    };

    test('passes the upgrade on, with the address of the client, the host and the scheme', async () => {
      const { url } = await behind('30s', '75s');
      const ws = new WebSocket(url, {
        headers: { ...headers, 'x-forwarded-for': '6.6.6.6' },
        localAddress: '127.0.0.5',
      });
      ws.once('open', () => ws.send('{"event":"who"}'));
      for (;;) {
        const [data] = (await once(ws, 'message')) as [Buffer];
        const { event, data: found } = JSON.parse(String(data)) as { event: string; data: unknown };
        if (event !== 'you') continue;
        const scheme = name === 'nginx' ? 'http' : 'https';
        expect(found).toEqual({ seen: ['127.0.0.5', 'shop.example.com', scheme] });
        break;
      }
      ws.terminate();
    });

    test('keeps a quiet connection with a shorter heartbeat than its time-out, and cuts one with a longer heartbeat', async () => {
      const { url } = await behind('100ms', '1s');
      const ws = new WebSocket(url, { headers });
      const closed = once(ws, 'close').then(() => 'cut');
      const beats = new Promise((resolve) => {
        let pings = 0;
        ws.on('ping', () => ++pings === 30 && resolve('open'));
      });
      expect(await Promise.race([closed, beats])).toBe('open');
      ws.terminate();
      const { url: other } = await behind('30s', '1s');
      const [code] = (await once(new WebSocket(other, { headers }), 'close')) as [number];
      expect(code).toBe(1006);
    });

    test('passes each event of a stream on before the next one is sent', async () => {
      const { app, url } = await behind('30s', '75s');
      const stop = new AbortController();
      const address = url.replace('ws', 'http').replace('/rooms/7', '/news');
      const response = await fetch(address, { signal: stop.signal });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (let n = 1; n <= 3; n++) {
        await app.facades.Broadcast().send(news, 'said', { n });
        while (!text.includes(`{"n":${n}}`)) text += (await reader?.read())?.value ?? '';
      }
      stop.abort();
      expect(text.match(/"n":\d/g)).toEqual(['"n":1', '"n":2', '"n":3']);
    });

    test('a server that restarts: the client gets 1001, and is back with the next one', async () => {
      const { app, port, url } = await behind('30s', '75s');
      class ForHost extends WebSocket {
        constructor(address: string) {
          super(address, { headers });
        }
      }
      const seen: unknown[] = [];
      let joined = (): void => undefined;
      const connection = connect<typeof room>(url, {
        WebSocket: ForHost,
        wait: '50ms',
        onState: (state, code) => void (state === 'waiting' && seen.push(code)),
      });
      const next = (): Promise<void> => new Promise((resolve) => (joined = resolve));
      connection.on('joined', () => joined());
      await next();
      const back = next();
      await app.close();
      const second = await start(port, '30s');
      await back;
      const said = new Promise((resolve) => connection.on('said', resolve));
      await second.facades.Broadcast().send(room.of({ room: 7 }), 'said', { n: 1 });
      expect(await said).toEqual({ n: 1 });
      expect(seen[0]).toBe(1001);
      connection.close();
    });
  });
}
