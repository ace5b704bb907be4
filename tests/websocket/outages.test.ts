import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import { broadcast } from '@taproot/broadcast';
import { CutProxy } from '@taproot/broadcast/testing';
import { type Application, setup } from '@taproot/core';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { message, socket, websocket } from '@taproot/websocket';
import { Redis } from 'ioredis';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { Client } from './support/application.ts';

const hall = socket({
  path: '/halls/{hall}',
  join: (ctx) => ({ id: ctx.request().query('as') }),
  member: ({ id }) => ({ id }),
  receives: {},
  sends: message<{ said: { n: number } }>(),
  on: {},
});

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const start = async (url: string): Promise<{ app: Application; url: string }> => {
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', REDIS_URL: url } })
    .withPlugins([routing(), redis(), validation(), broadcast(), websocket()])
    .withConfig({
      http: { port: 0 },
      broadcast: { store: 'redis' },
      websocket: { presence_lease: '600ms' },
    })
    .withRouting((route) => void route.socket(hall))
    .create();
  await app.open();
  open.push(() => app.close());
  return { app, url: (app.facades.Http().address?.url ?? '').replace('http', 'ws') };
};

const onRedis = (await hasRedis()) ? describe : describe.skip;

onRedis('sockets over a Redis of their own', () => {
  const server = async (): Promise<RedisServer> => {
    const started = await RedisServer.start();
    open.push(async () => {
      started.thaw();
      await started.kill();
    });
    return started;
  };

  const say = (app: Application, n: number): Promise<void> =>
    app.facades.Broadcast().send(hall.of({ hall: 1 }), 'said', { n });

  /** The numbers that the client hears until this one. */
  const numbers = async (client: Client, last: number): Promise<number[]> => {
    const heard: number[] = [];
    while (heard.at(-1) !== last) heard.push(((await client.next('said')).data as { n: number }).n);
    return heard;
  };

  test('frozen: sockets stay open, and each event comes once when it goes on', async () => {
    const store = await server();
    const { app, url } = await start(store.url);
    const client = await Client.enter(`${url}/halls/1?as=ann`);
    await say(app, 1);
    store.freeze();
    // It resolves, because the event waits in this process.
    await say(app, 2);
    store.thaw();
    await say(app, 3);
    expect(await numbers(client, 3)).toEqual([1, 2, 3]);
    expect(client.heard.filter(({ event }) => event === 'missed')).toEqual([]);
  });

  test('killed, and back without data: clients get missed and their members, then events', async () => {
    const store = await server();
    const { app, url } = await start(store.url);
    const ann = await Client.enter(`${url}/halls/1?as=ann`);
    const bob = await Client.enter(`${url}/halls/1?as=bob`);
    for (const client of [ann, bob]) await client.next('members');
    await say(app, 1);
    await numbers(bob, 1);
    await store.kill();
    await store.start();
    await ann.next('missed');
    await ann.next('members');
    await say(app, 2);
    expect(await numbers(bob, 2)).toEqual([2]);
    // They are written with the next renewal.
    const ids = async (): Promise<string[]> => {
      const members = await app.facades.Sockets().members(hall.of({ hall: 1 }));
      return members.map(({ id }) => id).sort();
    };
    let found = await ids();
    while (found.length < 2) found = await ids();
    expect(found).toEqual(['ann', 'bob']);
  });

  test('trimmed while a process was cut off: its clients get missed, then the events that are left', async () => {
    const store = await server();
    const way = await CutProxy.before(store.port);
    open.push(async () => way.close());
    const [near, far] = [await start(store.url), await start(`redis://127.0.0.1:${way.port}`)];
    const client = await Client.enter(`${far.url}/halls/1?as=ann`);
    await say(near.app, 1);
    expect(await numbers(client, 1)).toEqual([1]);
    way.cut();
    for (const n of [2, 3, 4]) await say(near.app, n);
    const direct = new Redis(store.url);
    open.push(async () => direct.disconnect());
    // What a maximum length does, at once.
    for (const key of await direct.keys('*')) {
      if ((await direct.type(key)) === 'stream') await direct.xtrim(key, 'MAXLEN', '=', 1);
    }
    way.mend();
    await client.next('missed');
    await say(near.app, 5);
    expect(await numbers(client, 5)).toEqual([4, 5]);
  });

  test('a member who is sent away, as after a revoked token, is closed on all processes; the others stay', async () => {
    const store = await server();
    const [one, two] = [await start(store.url), await start(store.url)];
    const clients = await Promise.all([one, two].map(({ url }) => Client.enter(`${url}/halls/1?as=ann`)));
    const other = await Client.enter(`${two.url}/halls/1?as=bob`);
    await one.app.facades.Sockets().member('ann').disconnect(4001, 'logged out');
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([4001, 4001]);
    await say(one.app, 1);
    expect(await numbers(other, 1)).toEqual([1]);
    expect(other.ws.readyState).toBe(other.ws.OPEN);
    other.ws.close();
    await once(other.ws, 'close');
  });
});
