import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { broadcast } from '@taproot/broadcast';
import { type Application, type Config, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { message, socket, websocket } from '@taproot/websocket';
import { Redis } from 'ioredis';
import { hasRedis, sharedRedis } from '../throttle/support/services.ts';
import { Client, refusal } from './support/application.ts';

const hall = socket({
  path: '/halls/{hall}',
  join: (ctx) => ({ id: ctx.request().query('as'), hall: ctx.request().route('hall') }),
  member: ({ id }) => (id === 'ghost' ? null : { id: id === 'bad' ? '' : id, name: id.toUpperCase() }),
  receives: { who: {} },
  sends: message<{ here: { names: string[] } }>(),
  on: {
    who: async (_data, client) => {
      const members = await client.room.members();
      client.send('here', { names: members.map(({ name }) => name).sort() });
    },
  },
});

const apps: Application[] = [];
const prefixes: string[] = [];

const open = async (config: Config = {}, shared: string | null = null) => {
  const reported: unknown[] = [];
  const tapped = definePlugin({
    name: 'test',
    provides: { notice: () => () => undefined },
    apply: (app) => app.hooks.report.tap('test', (error) => void reported.push(error)),
  });
  const store = shared === null ? {} : { broadcast: { store: 'redis', redis: { prefix: `${shared}:b` } } };
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', REDIS_URL: sharedRedis } })
    .withPlugins([routing(), redis(), validation(), broadcast(), websocket(), tapped])
    .withConfig({
      http: { port: 0 },
      ...store,
      websocket: { presence_lease: '900ms', redis: { prefix: `${shared}:p` } },
      ...config,
    })
    .withRouting((route) => void route.socket(hall))
    .create();
  await app.open();
  apps.push(app);
  return { app, url: (app.facades.Http().address?.url ?? '').replace('http', 'ws'), reported };
};

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  const client = new Redis(sharedRedis, { lazyConnect: true });
  for (const prefix of prefixes.splice(0)) for (const key of await client.keys(`${prefix}*`)) await client.del(key);
  client.disconnect();
});

const ann = { id: 'ann', name: 'ANN' };
const bob = { id: 'bob', name: 'BOB' };

describe('one process', () => {
  test('a client gets the members before it joins, and each change once for each member', async () => {
    const { app, url } = await open();
    const first = await Client.enter(`${url}/halls/1?as=ann`);
    expect(await first.next('members')).toMatchObject({ data: [ann] });
    const second = await Client.enter(`${url}/halls/1?as=ann`);
    const other = await Client.enter(`${url}/halls/1?as=bob`);
    await Client.enter(`${url}/halls/2?as=eve`);
    await Client.enter(`${url}/halls/1?as=ghost`);
    expect(await other.next('members')).toMatchObject({ data: [ann, bob] });
    const told = async (): Promise<unknown> => (await first.next('presence')).data;
    expect(await told()).toEqual({ joined: [ann], left: [] });
    expect(await told()).toEqual({ joined: [bob], left: [] });
    second.ws.close();
    await second.closed;
    other.ws.close();
    expect(await told()).toEqual({ joined: [], left: [bob] });
    first.send('who');
    expect((await first.next('here')).data).toEqual({ names: ['ANN'] });
    const sockets = app.facades.Sockets();
    const names: string[] = (await sockets.members(hall.of({ hall: 1 }))).map(({ name }) => name);
    expect(names).toEqual(['ANN']);
    expect((await sockets.members()).map(({ id }) => id)).toEqual(['ann', 'eve']);
    // @ts-expect-error no such member of a member
    void (async () => (await sockets.members(hall.of({ hall: 1 }))).map(({ nam }) => nam));
  });

  test('a member without an id is refused with 500, before the connection opens', async () => {
    const { url, reported } = await open();
    expect(await refusal(`${url}/halls/1?as=bad`)).toBe(500);
    expect(reported[0]).toMatchObject({ code: 'E_SOCKET_MEMBER' });
  });

  test.each([
    [{ presence: 'disk' as never }, 'presence'],
    [{ presence_lease: 0 }, 'presence_lease'],
  ])('%j stops the boot', async (wrong, setting) => {
    await expect(open({ websocket: wrong })).rejects.toThrow(`"websocket.${setting}"`);
  });
});

test('members in Redis without the plugin redis stop the boot', async () => {
  const app = setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), validation(), broadcast(), websocket({ presence: 'redis' })])
    .create();
  await expect(app).rejects.toMatchObject({
    code: 'E_REDIS_MISSING',
    message: expect.stringContaining('websocket.presence'),
  });
});

const onRedis = (await hasRedis()) ? describe : describe.skip;

onRedis('two applications that share Redis', () => {
  const two = async () => {
    const prefix = `presence:${randomBytes(4).toString('hex')}`;
    prefixes.push(prefix);
    return { prefix, a: await open({}, prefix), b: await open({}, prefix) };
  };

  test('a member is there until its last connection on either has ended', async () => {
    const { a, b } = await two();
    const watcher = await Client.enter(`${a.url}/halls/1?as=bob`);
    const here = await Client.enter(`${a.url}/halls/1?as=ann`);
    const there = await Client.enter(`${b.url}/halls/1?as=ann`);
    expect(await there.next('members')).toMatchObject({ data: expect.arrayContaining([ann, bob]) });
    here.ws.close();
    await here.closed;
    there.ws.close();
    const heard = [];
    for (let n = 0; n < 3; n++) heard.push((await watcher.next('presence')).data);
    expect(heard).toEqual([
      { joined: [bob], left: [] },
      { joined: [ann], left: [] },
      { joined: [], left: [ann] },
    ]);
    expect(await b.app.facades.Sockets().members(hall.of({ hall: 1 }))).toEqual([bob]);
  });

  test('member() reaches its connections on both, and no others', async () => {
    const { a, b } = await two();
    const [one, two_, other] = await Promise.all([
      Client.enter(`${a.url}/halls/1?as=ann`),
      Client.enter(`${b.url}/halls/2?as=ann`),
      Client.enter(`${b.url}/halls/1?as=bob`),
    ]);
    const member = b.app.facades.Sockets().member('ann');
    await member.send('hint', { text: 'soon' });
    expect([(await one.next('hint')).data, (await two_.next('hint')).data]).toEqual([
      { text: 'soon' },
      { text: 'soon' },
    ]);
    await member.disconnect(4001, 'logged out');
    expect(await Promise.all([one.closed, two_.closed])).toEqual([4001, 4001]);
    while (((await other.next('presence')).data as { left: unknown[] }).left.length === 0);
    other.send('who');
    expect((await other.next('here')).data).toEqual({ names: ['BOB'] });
    expect(other.heard.filter(({ event }) => event === 'hint')).toEqual([]);
  });

  test('a process that lost its lease, and a Redis that lost its keys, come back with their members', async () => {
    const { prefix, a, b } = await two();
    const watcher = await Client.enter(`${a.url}/halls/1?as=bob`);
    await Client.enter(`${b.url}/halls/1?as=ann`);
    await watcher.next('presence');
    await watcher.next('presence');
    const client = new Redis(sharedRedis);
    await client.del(...(await client.keys(`${prefix}:p*`)));
    client.disconnect();
    const back = [(await watcher.next('presence')).data, (await watcher.next('presence')).data];
    expect(back).toEqual(
      expect.arrayContaining([
        { joined: [ann], left: [] },
        { joined: [bob], left: [] },
      ]),
    );
    expect(await a.app.facades.Sockets().members(hall.of({ hall: 1 }))).toEqual(expect.arrayContaining([ann, bob]));
  });

  test('the members of a process that closes leave at once, and nothing of it stays in Redis', async () => {
    const { prefix, a, b } = await two();
    const watcher = await Client.enter(`${a.url}/halls/1?as=bob`);
    await Client.enter(`${b.url}/halls/1?as=ann`);
    await Client.enter(`${b.url}/halls/1?as=eve`);
    for (let n = 0; n < 3; n++) await watcher.next('presence');
    expect(await b.app.close()).toEqual([]);
    const eve = { id: 'eve', name: 'EVE' };
    expect((await watcher.next('presence')).data).toEqual({ joined: [], left: expect.arrayContaining([ann, eve]) });
    const client = new Redis(sharedRedis);
    expect(await client.zcard(`${prefix}:p:processes`)).toBe(1);
    expect(await client.hkeys(`${prefix}:p:room:${JSON.stringify(['taproot.everyone', 'taproot.everyone'])}`)).toEqual([
      'bob',
    ]);
    client.disconnect();
    expect([...a.reported, ...b.reported]).toEqual([]);
  });

  test('the members of a process whose lease has ended are gone, and the others hear of it', async () => {
    const { prefix, a } = await two();
    const watcher = await Client.enter(`${a.url}/halls/1?as=bob`);
    const client = new Redis(sharedRedis);
    const room = JSON.stringify(['halls.{hall}', 'halls.1']);
    await client.hset(`${prefix}:p:room:${room}`, 'ann', `dead,|${JSON.stringify(ann)}`);
    await client.sadd(`${prefix}:p:process:dead`, room);
    expect(await a.app.facades.Sockets().members(hall.of({ hall: 1 }))).toEqual([bob]);
    await client.zadd(`${prefix}:p:processes`, 1, 'dead');
    await watcher.next('presence');
    expect((await watcher.next('presence')).data).toEqual({ joined: [], left: [ann] });
    while ((await client.keys(`${prefix}:p*dead*`)).length > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await client.hkeys(`${prefix}:p:room:${room}`)).toEqual(['bob']);
    client.disconnect();
  });
});
