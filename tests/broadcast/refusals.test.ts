import cluster from 'node:cluster';
import { afterEach, describe, expect, test } from '@jest/globals';
import { auth, GateResponse } from '@taproot/auth';
import { broadcast, channel } from '@taproot/broadcast';
import { createFacades, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';
import { boot, rooms } from './support/boot.ts';

describe('a channel', () => {
  test.each([
    ['nothing', {}],
    ['an empty string', { room: '' }],
    ['null', { room: null }],
    ['NaN', { room: Number.NaN }],
    ['a list', { room: ['7'] }],
  ])('is not made of %s', (_what, params) => {
    const careless: (given: never) => unknown = rooms.of.bind(rooms);
    expect(() => careless(params as never)).toThrow(
      expect.objectContaining({
        code: 'E_BROADCAST_PARAMETER',
        message: expect.stringContaining('"room" of the channel rooms.{room}'),
      }),
    );
  });

  test('of one parameter is never another one', () => {
    const names = ['7.staff', '7/staff', '7%2Estaff', '{room}', ' ', '\ud800', 'é'].map(
      (room) => rooms.of({ room }).name,
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name.split('.')).toHaveLength(2);
  });
});

describe('an event', () => {
  const sent = async (event: unknown, data: unknown, config: object = {}): Promise<unknown> => {
    const { app } = await boot({ config: { broadcast: config } });
    const send: (...given: never[]) => Promise<void> = app.facades.Broadcast().send.bind(app.facades.Broadcast());
    return send(...([rooms.of({ room: 7 }), event, data] as never[])).catch((error: unknown) => error);
  };

  test.each(['', 'two\nlines', 'carriage\rreturn', 'nul\0', 7, undefined])('is not called %j', async (name) => {
    expect(await sent(name, null)).toMatchObject({
      code: 'E_BROADCAST_EVENT',
      message: expect.stringContaining('its name is not one line'),
    });
  });

  test('has data that JSON can hold', async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const data of [7n, circle])
      expect(await sent('booked', data)).toMatchObject({
        code: 'E_BROADCAST_EVENT',
        message: expect.stringContaining('its data cannot be JSON'),
        cause: expect.any(TypeError),
      });
    expect(await sent('booked', undefined)).toBeUndefined();
  });

  test('has no more bytes than are allowed, counted as UTF-8', async () => {
    expect(await sent('booked', 'éé', { max_bytes: 6 })).toBeUndefined();
    expect(await sent('booked', 'ééé', { max_bytes: 6 })).toMatchObject({
      code: 'E_BROADCAST_SIZE',
      message: expect.stringContaining('have 8 bytes; 6 are allowed'),
    });
  });
});

describe('who may listen', () => {
  const streamed = async (decide: () => unknown) => {
    const closed = channel('closed').authorize(decide as () => boolean);
    await using app = await testApplication({
      plugins: [routing(), broadcast()],
      register: ({ facades }) => facades.Route().get('/closed', (ctx) => facades.Broadcast().stream(ctx, closed.of())),
    });
    return (await http(app).get('/closed')).status;
  };

  test.each([[1], ['true'], [{}], [undefined], [null], [Promise.resolve('yes')]])(
    'only true lets in, not %p',
    async (answer) => {
      expect(await streamed(() => answer)).toBe(403);
    },
  );

  test('a function that throws lets nobody in', async () => {
    expect(
      await streamed(() => {
        throw new Error('broken');
      }),
    ).toBe(500);
  });

  const staff = channel('staff.{site}').events<{ said: string }>().can('staff.listen');

  test('can() asks the gate about the parameters, with the user of the request, and its answer counts', async () => {
    const asked: unknown[] = [];
    const handle = createFacades();
    const { facades } = handle;
    const app = await setup(handle, { env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), auth(), broadcast()])
      .withConfig({ auth: { providers: { users: { driver: 'nobody' } } } })
      .withCallback(() => {
        facades
          .Auth()
          .provider('nobody', () => ({ findById: () => null, findByCredentials: () => null, idOf: () => '' }));
        const gate = facades.Gate() as unknown as {
          define(name: string, check: (user: unknown, about: { site: string }) => unknown): void;
        };
        gate.define('staff.listen', (user, about) => {
          asked.push([user, about]);
          if (about.site === 'secret') return GateResponse.denyAsNotFound();
          return about.site === 'main' || GateResponse.deny('Not here.', 403);
        });
      })
      .withRouting((route) => {
        route.get('/staff/{site}', (ctx) =>
          facades.Broadcast().stream(ctx, staff.of({ site: ctx.request().route('site') })),
        );
      })
      .create();
    try {
      const user = { id: 7, email: 'ada@example.com' };
      const client = http(app).actingAs(user);
      await using events = await client.get('/staff/main').events().open();
      await facades.Broadcast().send(staff.of({ site: 'main' }), 'said', 'Hello');
      expect((await events.next()).value).toMatchObject({ event: 'said', data: '"Hello"' });
      await client.get('/staff/branch').assertForbidden().assertJsonPath('message', 'Not here.');
      await client.get('/staff/secret').assertNotFound();
      await http(app).get('/staff/main').assertForbidden();
      // Guests are not asked about.
      expect(asked).toEqual(['main', 'branch', 'secret'].map((site) => [user, { site }]));
    } finally {
      await app.close();
    }
  });

  test('can() without a plugin that has abilities lets nobody in, and says what to add', async () => {
    await using app = await testApplication({
      plugins: [routing(), broadcast()],
      register: ({ facades }) =>
        facades.Route().get('/staff', (ctx) => facades.Broadcast().stream(ctx, staff.of({ site: 'main' }))),
    });
    const { error } = await http(app).get('/staff').assertInternalServerError();
    expect(error).toMatchObject({ code: 'E_BROADCAST_ABILITY', message: expect.stringContaining('staff.{site}') });
  });
});

describe('settings', () => {
  test.each([
    { store: 'disk' },
    { shards: 0 },
    { nats: { prefix: 'a.b' } },
    { max_history: 0 },
    { max_history: 1.5 },
    { max_buffer: -1 },
    { max_buffer: Number.POSITIVE_INFINITY },
    { max_bytes: 0 },
  ])('%j stops the boot', async (broadcast) => {
    const [key = ''] = Object.keys(broadcast);
    await expect(boot({ config: { broadcast: broadcast as object } })).rejects.toMatchObject({
      code: 'E_BROADCAST_SETTING',
      message: expect.stringContaining(`broadcast.${key}`),
    });
  });

  test('a client of Redis that is not one of ioredis is reported by the method that it lacks', async () => {
    const client = { get: async () => null, quit: async () => 'OK', status: 'ready' };
    const other = definePlugin({
      name: 'other-redis',
      provides: { redis: () => () => ({ open: async () => client, close: async () => undefined }) },
    } as never);
    const { app, reports } = await boot({
      config: { broadcast: { store: 'redis' } },
      withoutRedis: true,
      plugins: [other],
    });
    await using stream = await http(app).get('/rooms/7').events().open();
    expect(stream).toBeDefined();
    expect(reports).toMatchObject([
      {
        code: 'E_BROADCAST_OUTAGE',
        cause: { code: 'E_BROADCAST_CLIENT', message: expect.stringContaining('no call()') },
      },
    ]);
  });

  describe('in a worker', () => {
    const { isWorker } = cluster;
    afterEach(() => void Object.assign(cluster, { isWorker }));

    test('the store memory is reported, and the store redis is not', async () => {
      Object.assign(cluster, { isWorker: true });
      const alone = await boot({});
      await alone.app.open();
      expect(alone.reports.map(({ code }) => code)).toEqual(['E_BROADCAST_PER_PROCESS']);
    });
  });
});
