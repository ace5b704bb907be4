import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type Application,
  type Config,
  type Context,
  type Middleware,
  type ResourceController,
  setup,
} from '@taproot/core';
import { type AnyPlugin, definePlugin, describeError, type MiddlewareDescription } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { fastify } from '@taproot/fastify';
import { lang } from '@taproot/lang';
import { redis } from '@taproot/redis';
import { type RootRouter, routing, errors as routingErrors } from '@taproot/routing';
import { http } from '@taproot/testing';
import { throttle } from '@taproot/throttle';
import { drivers } from '../../support/drivers.ts';

interface Room {
  readonly id: number;
  readonly name: string;
}

const open: Application[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const boot = async (register: (route: RootRouter) => void, driver = 'koa'): Promise<Application> => {
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), fastify()])
    .withConfig({ http: { port: 0, driver } })
    .withRouting(register)
    .create();
  open.push(app);
  return app;
};

/** Finds rooms 1 to 9, and notes what it was asked for. */
const finder =
  (asked: string[]) =>
  (id: string): Promise<Room | undefined> => {
    asked.push(id);
    return Promise.resolve(/^[1-9]$/.test(id) ? { id: Number(id), name: `Room ${id}` } : undefined);
  };

describe.each(drivers)('bind() on the %s driver', (driver) => {
  test('gives handlers the value, and answers 404 for one that is not there', async () => {
    const asked: string[] = [];
    const app = await boot((route) => {
      const bound = route.bind('room', finder(asked));
      bound.get('/rooms/{room}', (_ctx, { room }) => ({ name: room.name }));
      bound.get('/lobby', () => ({ open: true }));
    }, driver);
    await http(app).get('/rooms/7').assertOk().assertExactJson({ name: 'Room 7' });
    await http(app).get('/rooms/77').assertNotFound().assertJsonPath('code', 'E_ROUTE_NOT_FOUND');
    await http(app).head('/rooms/77').assertNotFound();
    await http(app).get('/lobby').assertExactJson({ open: true });
    expect(asked).toEqual(['7', '77', '77']);
  });

  test('asks after all middleware, once, and not for a value that its constraint refuses', async () => {
    const order: string[] = [];
    const door: Middleware = {
      signature: () => 'door',
      handle(ctx, next) {
        order.push('door');
        return ctx.request().header('X-Key') === '' ? ctx.response().string(401, 'closed') : next();
      },
    };
    const app = await boot((route) => {
      route
        .bind('room', finder(order))
        .where('room', '[0-9]+')
        .get('/rooms/{room}', (_ctx, { room }) => ({ id: room.id }))
        .middleware(door);
    }, driver);
    await http(app).get('/rooms/1').assertStatus(401);
    await http(app).withHeader('X-Key', 'k').get('/rooms/one').assertNotFound();
    expect(order).toEqual(['door']);
    await http(app).withHeader('X-Key', 'k').get('/rooms/1').assertExactJson({ id: 1 });
    expect(order).toEqual(['door', 'door', '1']);
  });

  test('binds one after the other, for groups, controllers and resources', async () => {
    class DeskController
      implements ResourceController<{ readonly room: Room; readonly id: { readonly desk: string } }>
    {
      index() {
        return [];
      }

      show(_ctx: Context, { room, id }: { readonly room: Room; readonly id: { readonly desk: string } }) {
        return { room: room.id, desk: id.desk };
      }
    }
    class RoomController {
      readonly #word = 'is';

      show(ctx: Context<'room'>, { room }: { readonly room: Room }) {
        return { text: `${ctx.request().route('room')} ${this.#word} ${room.name}` };
      }
    }
    const app = await boot((route) => {
      route
        .bind('room', finder([]))
        .prefix('/rooms/{room}')
        .group((inside) => {
          inside.get('/', [RoomController, 'show']);
          inside
            .bind('id', (value, _ctx, { room }) => (value === 'none' ? null : { desk: `${room.name}, desk ${value}` }))
            .resource('/desks', DeskController);
        });
    }, driver);
    await http(app).get('/rooms/3').assertExactJson({ text: '3 is Room 3' });
    await http(app).get('/rooms/3/desks/b').assertExactJson({ room: 3, desk: 'Room 3, desk b' });
    await http(app).get('/rooms/3/desks/none').assertNotFound();
    await http(app).get('/rooms/0/desks/b').assertNotFound();
    await http(app).get('/rooms/0/desks').assertNotFound();
  });

  test('a fault of the function is a fault of the request', async () => {
    const app = await boot((route) => {
      route
        .bind('room', (): Room => {
          throw new Error('down');
        })
        .get('/rooms/{room}', (_ctx, { room }) => ({ id: room.id }));
    }, driver);
    await http(app).get('/rooms/1').assertStatus(500);
  });
});

describe('bind() refuses at boot', () => {
  test.each<[what: string, code: string, register: (route: RootRouter) => void]>([
    [
      'a parameter that no route has',
      'E_ROUTE_BIND',
      (route) => route.bind('rom', finder([])).get('/rooms/{room}', () => []),
    ],
    [
      'an optional one',
      'E_ROUTE_BIND_OPTIONAL',
      (route) => route.bind('room', finder([])).get('/rooms/{room?}', () => []),
    ],
    ['a scope without routes', 'E_ROUTE_SCOPE', (route) => void route.bind('room', finder([]))],
    [
      'a second argument where nothing is bound',
      'E_HANDLER_PARAMETERS',
      (route) =>
        route.bind('room', finder([])).group((rooms) => {
          rooms.get('/rooms/{room}', () => []);
          rooms.get('/lobby', (_ctx, _next) => []);
        }),
    ],
  ])('%s', async (_what, code, register) => {
    await expect(boot(register)).rejects.toMatchObject({ code });
  });
});

const ok = (ctx: Context) => ctx.response().success().string('ok');
const opened: Application[] = [];

const bootOfMiddlewareDescriptions = async (
  register: (route: RootRouter, app: Application) => void,
  config: Config = {},
  plugins: readonly AnyPlugin[] = [cors(), redis(), throttle(), lang()],
): Promise<Application> => {
  let booted: Application | null = null;
  const early = definePlugin({ name: 'early', apply: (application) => void (booted = application) });
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), ...plugins, early])
    .withConfig(config)
    .withRouting((route) => {
      if (booted !== null) register(route, booted);
    })
    .create();
  opened.push(app);
  return app;
};

const described = (app: Application, path: string): readonly (MiddlewareDescription | null)[] =>
  app.facades
    .Route()
    .getRoutes()
    .find((route) => route.path === path)?.middlewareDescriptions ?? [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

class Stamp implements Middleware {
  calls = 0;
  readonly tags = ['a'];
  signature = () => 'stamp';
  handle: Middleware['handle'] = (_ctx, next) => next();
  describe(route: { readonly path: string; readonly name: string }): MiddlewareDescription {
    this.calls++;
    return { abilities: this.tags, responses: [{ status: 418, description: `${route.path} ${route.name}` }] };
  }
}

test('descriptions are in the order of the signatures, null for a middleware without one', async () => {
  const stamp = new Stamp();
  const silent: Middleware = { signature: () => 'silent', handle: (_ctx, next) => next() };
  const app = await bootOfMiddlewareDescriptions(
    (route) => {
      route.middleware(silent).get('/posts/{id}', ok).name('posts.show').middleware(stamp);
      route.get('/plain', ok);
    },
    {},
    [],
  );
  const info = app.facades.Route().info('posts.show');
  expect(info?.middleware).toEqual(['silent', 'stamp']);
  expect(info?.middlewareDescriptions).toEqual([
    null,
    { abilities: ['a'], responses: [{ status: 418, description: '/posts/{id} posts.show' }] },
  ]);
  expect(described(app, '/plain')).toEqual([]);
});

test('a middleware is asked when somebody reads, once, and never by a request; its answer is frozen', async () => {
  const stamp = new Stamp();
  const app = await bootOfMiddlewareDescriptions((route) => route.get('/posts', ok).middleware(stamp), {}, []);
  await http(app).get('/posts');
  expect(stamp.calls).toBe(0);
  const [first] = described(app, '/posts');
  stamp.tags.push('b');
  expect([described(app, '/posts')[0], stamp.calls]).toEqual([first, 1]);
  expect(first?.abilities).toEqual(['a']);
  for (const part of [described(app, '/posts'), first, first?.abilities, first?.responses?.[0]])
    expect(Object.isFrozen(part)).toBe(true);
});

test('describeError() takes status, code and message from the error table', () => {
  expect(describeError(routingErrors.E_ROUTE_NOT_FOUND)).toEqual({
    status: 404,
    code: 'E_ROUTE_NOT_FOUND',
    description: routingErrors.E_ROUTE_NOT_FOUND.row.message,
  });
  expect(describeError(routingErrors.E_ROUTE_FROZEN, { description: 'Late.' })).toEqual({
    status: 500,
    code: 'E_ROUTE_FROZEN',
    description: 'Late.',
  });
});

test.each([
  [{}, [429]],
  [{ ietf_headers: true }, [429]],
  [{ fail: 'closed' }, [429]],
  [{ fail: 'closed', store: 'redis' }, [429, 503]],
  [{ store: 'redis' }, [429]],
] as const)('throttle() with %o describes the statuses %p', async (throttle, statuses) => {
  const app = await bootOfMiddlewareDescriptions(
    (route, { middleware }) => route.get('/', ok).middleware(middleware.throttle('1,1')),
    {
      throttle,
    },
  );
  expect(described(app, '/')[1]?.responses?.map(({ status }) => status)).toEqual(statuses);
});

test('throttled responses have the headers that are described, and no other of the kind', async () => {
  const app = await bootOfMiddlewareDescriptions(
    (route, { middleware }) => route.get('/', ok).middleware(middleware.throttle('1,1')),
    {
      throttle: { ietf_headers: true },
    },
  );
  const limits = (names: readonly string[]) => names.filter((name) => /ratelimit|retry/i.test(name)).toSorted();
  const [, throttled] = described(app, '/');
  const added = (throttled?.responseHeaders ?? []).map(({ name }) => name.toLowerCase());
  const passed = await http(app).get('/');
  expect(limits([...passed.headers.keys()])).toEqual(added.toSorted());

  const refused = await http(app).get('/');
  const [known] = throttled?.responses ?? [];
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([known?.status, known?.code]);
  const headers = [...added, ...(known?.headers ?? []).map(({ name }) => name.toLowerCase())];
  expect(limits([...refused.headers.keys()])).toEqual([...new Set(headers)].toSorted());
  for (const { name, type } of known?.headers ?? [])
    expect([name, refused.headers.get(name)]).toEqual([
      name,
      type === 'integer' ? expect.stringMatching(/^\d+$/) : expect.anything(),
    ]);
});

test.each([
  ['*', '/any', true],
  ['api/*', '/api/posts', true],
  ['api/*', '/web', false],
  ['api/*', '/{area}/posts', true],
  ['api/*', '/web/{path*}', false],
  ['api/v1/*', '/api/{version}/posts', true],
  ['login', '/login', true],
  ['login', '/{page}', true],
  ['login', '/log/{page}', false],
])('cors with paths %p describes %p: %p', async (paths, path, expected) => {
  const app = await bootOfMiddlewareDescriptions((route) => route.get(path, ok), { cors: { paths: [paths] } });
  expect(Object.keys(described(app, path)[0] ?? {}).length > 0).toBe(expected);
});

test('cors describes the headers that it adds', async () => {
  const names = async (config: NonNullable<Config['cors']>) => {
    const app = await bootOfMiddlewareDescriptions((route) => route.get('/', ok), { cors: config });
    const [description] = described(app, '/');
    const response = await http(app).withHeader('Origin', 'https://a.test').get('/');
    const sent = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
    const said = description?.responseHeaders?.map(({ name }) => name.toLowerCase()) ?? [];
    expect(said.toSorted()).toEqual(sent.toSorted());
    expect(description?.responseHeaders?.every(({ description: text }) => text !== '')).toBe(true);
    return { said, reads: description?.requestHeaders?.map(({ name }) => name) };
  };
  expect(await names({})).toEqual({ said: ['access-control-allow-origin'], reads: undefined });
  expect(
    await names({ allowed_origins: ['https://a.test'], supports_credentials: true, exposed_headers: ['X-Total'] }),
  ).toEqual({
    said: ['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-expose-headers'],
    // Browsers set Origin themselves: no client may, so no document asks for it.
    reads: undefined,
  });
});

test('locale() reads Accept-Language and adds Content-Language', async () => {
  const app = await bootOfMiddlewareDescriptions((route, { middleware }) =>
    route.get('/', ok).middleware(middleware.locale()),
  );
  expect(described(app, '/')[1]).toEqual({
    requestHeaders: [{ name: 'Accept-Language', description: 'The languages that the client wants; known are en' }],
    responseHeaders: [{ name: 'Content-Language', description: 'The language of the response', required: true }],
  });
  expect((await http(app).get('/')).headers.get('content-language')).toBe('en');
});

test('a route that excludes a middleware has none of what it adds', async () => {
  const app = await bootOfMiddlewareDescriptions((route, { middleware }) =>
    route.middleware(middleware.throttle('1,1')).get('/', ok).withoutMiddleware(middleware.throttle('1,1')),
  );
  expect(described(app, '/').map((one) => one?.responses)).toEqual([undefined]);
});
