import { expect, test } from '@jest/globals';
import type { Context, Handler, Middleware, ResourceController } from '@taproot/core';
import type { GlobalMiddleware, RootRouter } from '@taproot/routing';
import { bootRoutes } from '../../support/serve.ts';

// What the compiler refuses, as an application meets it that was started without being compiled.

class Posts {
  index(ctx: Context) {
    return ctx.response().noContent();
  }
}

class Stamp implements Middleware {
  signature = () => 'stamp';
  handle: Middleware['handle'] = (_ctx, next) => next();
}

const handler = (ctx: Context) => ctx.response().noContent();
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whatever type its place has
const wrong = <Type>(value: unknown): Type => value as Type;

const faults: [mistake: string, register: (route: RootRouter) => void, code: string, said: string][] = [
  ['no handler', (route) => route.get('/a', wrong<Handler>(undefined)), 'E_ROUTE_HANDLER', 'GET|HEAD /a at '],
  [
    'the name of a handler',
    (route) => route.post('/a', wrong<Handler>('Posts@index')),
    'E_ROUTE_HANDLER',
    'is a string.',
  ],
  [
    'a class as a handler',
    (route) => route.prefix('/v1').get('/a', wrong<Handler>(Posts)),
    'E_ROUTE_HANDLER',
    '/v1/a at ',
  ],
  ['no fallback', (route) => route.fallback(wrong<Handler>(null)), 'E_ROUTE_HANDLER', 'is missing.'],
  [
    'a class without actions',
    (route) => route.resource('/a', wrong<ResourceController>(Stamp)),
    'E_RESOURCE_CONTROLLER',
    'class Stamp',
  ],
  [
    'a function as a controller',
    (route) =>
      route.resource(
        '/a',
        wrong<ResourceController>(() => 1),
      ),
    'E_RESOURCE_CONTROLLER',
    'a function',
  ],
  ['a controller without actions', (route) => route.resource('/a', {}), 'E_RESOURCE_CONTROLLER', 'an object'],
  [
    'the name of a middleware',
    (route) => route.middleware(wrong('auth')).get('/a', handler),
    'E_MIDDLEWARE_INVALID',
    'a string',
  ],
  [
    'a class as a middleware',
    (route) => route.get('/a', handler).middleware(wrong(Stamp)),
    'E_MIDDLEWARE_INVALID',
    'class Stamp',
  ],
  [
    'an excluded name',
    (route) => route.withoutMiddleware(wrong('auth')).get('/a', handler),
    'E_MIDDLEWARE_INVALID',
    'a string',
  ],
  [
    'two middleware of one signature in one list',
    (route) => route.get('/a', handler).middleware(new Stamp(), new Stamp()),
    'E_MIDDLEWARE_SIGNATURE',
    '"stamp": Stamp and Stamp, both in the list at ',
  ],
  [
    'two middleware of one signature in the list of a scope',
    (route) => route.middleware(new Stamp(), new Stamp()).get('/a', handler),
    'E_MIDDLEWARE_SIGNATURE',
    'Stamp and Stamp',
  ],
  [
    'two middleware of one signature in the list of a resource',
    (route) => route.resource('/a', new Posts()).middleware(new Stamp(), new Stamp()),
    'E_MIDDLEWARE_SIGNATURE',
    'Stamp and Stamp',
  ],
  [
    'middleware as a statement',
    (route) => {
      route.middleware(new Stamp());
      route.get('/a', handler);
    },
    'E_ROUTE_SCOPE',
    'middleware() returned at ',
  ],
  [
    'middleware as a statement within a group',
    (route) =>
      route.prefix('/a').group((group) => {
        group.middleware(new Stamp());
        group.get('/a', handler);
      }),
    'E_ROUTE_SCOPE',
    'middleware() returned at ',
  ],
  [
    'a chain of scopes as a statement',
    (route) => {
      route.middleware(new Stamp()).name('a.').prefix('/a');
    },
    'E_ROUTE_SCOPE',
    'prefix() returned at ',
  ],
  [
    'middleware behind the group that it was meant for',
    (route) =>
      route
        .prefix('/a')
        .group((group) => void group.get('/a', handler))
        .middleware(new Stamp()),
    'E_ROUTE_SCOPE',
    'middleware() returned at ',
  ],
  [
    'an exclusion as a statement',
    (route) => {
      route.withoutMiddleware(new Stamp());
    },
    'E_ROUTE_SCOPE',
    'withoutMiddleware() returned at ',
  ],
  [
    'a group that does not take its router',
    (route) => route.prefix('/a').group(() => void route.get('/a', handler)),
    'E_ROUTE_GROUP',
    'takes no parameter',
  ],
  [
    'V-8: a constraint of a scope on a parameter that none of its routes has',
    (route) => route.where('idd', '[0-9]+').group((group) => void group.get('/users/{id}', handler)),
    'E_ROUTE_WHERE',
    'constrains the parameter "idd", which none of its routes has. Did you mean "id"?',
  ],
  [
    'V-8: a constraint of a resource on a parameter that no action has',
    (route) => {
      route.resource('users', { index: handler, show: handler }).where('user', '[0-9]+');
    },
    'E_ROUTE_WHERE',
    'constrains the parameter "user"',
  ],
  [
    'a parameter with a colon',
    (route) => route.get('/users/:id', handler),
    'E_ROUTE_PATTERN',
    'write the parameter ":id" as "{id}"',
  ],
];

test('a scope may constrain a parameter that only some of its routes have, and an inner scope may do so again', async () => {
  const app = await bootRoutes((route) => {
    const numbers = route.where('id', '[0-9]+');
    numbers.get('/users', handler);
    numbers.where('id', '[a-z]+').get('/users/{id}', handler);
  });
  await app.close();
  expect(app.facades.Route().getRoutes()).toHaveLength(2);
});

test.each(faults)('%s stops the boot, and is told with its place', async (_mistake, register, code, said) => {
  const boot = bootRoutes(register);
  await expect(boot).rejects.toMatchObject({ code, message: expect.stringContaining(said) });
  if (code !== 'E_ROUTE_PATTERN')
    await expect(boot).rejects.toThrow(/ tests\/routing\/router\/registration\.test\.ts:\d+\b/);
});

test('a scope that is kept, chained on or handed on is used', async () => {
  const stamp = new Stamp();
  const app = await bootRoutes((route) => {
    const kept = route.prefix('/kept');
    kept.get('/a', handler);
    kept.middleware(stamp, stamp).where('id', '[0-9]+').get('/{id}', handler);
    route.withoutMiddleware(stamp).group((_group) => undefined);
    route.name('files.').static('/files', import.meta.dirname);
    route.middleware(stamp).resource('/posts', new Posts());
  });
  expect(app.facades.Route().getRoutes()).toHaveLength(5);
  expect(() => app.facades.Route().prefix('/late')).not.toThrow();
  await app.close();
});

test('an exclusion takes out what was added before it, and nothing that is added behind it', async () => {
  const stamp = new Stamp();
  const app = await bootRoutes((route) => {
    route.middleware(stamp).withoutMiddleware(stamp).get('/scope/out', handler);
    route.withoutMiddleware(stamp).middleware(stamp).get('/scope/in', handler);
    route.get('/route/out', handler).middleware(stamp).withoutMiddleware(stamp);
    route.get('/route/in', handler).withoutMiddleware(stamp).middleware(stamp);
    route.withoutMiddleware(stamp).resource('/posts', new Posts()).middleware(stamp);
    route.middleware(stamp).resource('/quiet', new Posts()).withoutMiddleware(stamp);
  });
  const of = app.facades
    .Route()
    .getRoutes()
    .map(({ path, middleware, excludedMiddleware }) => [path, middleware.join(), excludedMiddleware.join()]);
  expect(of).toEqual([
    ['/posts', 'stamp', ''],
    ['/quiet', '', 'stamp'],
    ['/route/in', 'stamp', ''],
    ['/route/out', '', 'stamp'],
    ['/scope/in', 'stamp', ''],
    ['/scope/out', '', 'stamp'],
  ]);
  await app.close();
});

test.each([
  ['/reports', '/reports/{year?}'],
  ['/reports/{id}', '/reports/{year?}'],
  ['/reports/{id}', '/reports/{year?}/{month?}'],
  ['/reports/{a?}', '/reports/{b?}/{c?}'],
  ['/reports/{id:[0-9]+}', '/reports/{year?:[0-9]+}'],
  ['/', '/{page?}'],
])('%s and %s answer the same paths, and are refused in either order', async (one, other) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const boot = bootRoutes((route) => {
      route.get(first, handler);
      route.get(second, handler);
    });
    await expect(boot).rejects.toMatchObject({ code: 'E_ROUTE_DUPLICATE', message: expect.stringContaining(first) });
    await expect(boot).rejects.toThrow(`${second} (also as ${first}) is registered twice`);
  }
});

test('an optional parameter is no duplicate of another method, another constraint, or of files, which step back', async () => {
  const app = await bootRoutes((route) => {
    route.get('/reports/{year?}', handler);
    route.post('/reports', handler);
    route.get('/reports/{id:[0-9]+}', handler);
    route.static('/reports', import.meta.dirname);
  });
  const paths = app.facades.Route().getRoutes();
  expect(paths.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET|HEAD /reports',
    'POST /reports',
    'GET|HEAD /reports/{id:[0-9]+}',
    'GET|HEAD /reports/{path*}',
    'GET|HEAD /reports/{year?}',
  ]);
  await app.close();
});

test('two global middleware of one signature in one list are told with its place', async () => {
  const { setup } = await import('@taproot/core');
  const { routing } = await import('@taproot/routing');
  const boot = (change: (stack: GlobalMiddleware) => GlobalMiddleware) =>
    setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([routing()])
      .withMiddleware((stack) => change(stack))
      .create();
  for (const change of [
    (stack: GlobalMiddleware) => stack.append(new Stamp(), new Stamp()),
    (stack: GlobalMiddleware) => stack.prepend(new Stamp(), new Stamp()),
    (stack: GlobalMiddleware) => stack.use([new Stamp(), new Stamp()]),
  ])
    await expect(boot(change)).rejects.toThrow(/Stamp and Stamp, both in the list at .*registration\.test\.ts:\d+/);
});

test('of two global middleware of one signature that came one by one the inner one takes the place', async () => {
  const [outer, inner] = [new Stamp(), new Stamp()];
  const app = await bootRoutes((route) => route.get('/', handler), {
    apply: ({ facades }) => {
      facades.Http().globalMiddleware.append(outer);
      facades.Http().globalMiddleware.append(inner);
    },
  });
  expect(app.facades.Http().globalMiddleware.steps).toEqual([outer, inner]);
  expect(app.facades.Http().globalMiddleware.append(new Stamp()).remove('none').steps).toHaveLength(3);
  await app.close();
});

test('a class as global middleware is told with its place', async () => {
  const { setup } = await import('@taproot/core');
  const { routing } = await import('@taproot/routing');
  const boot = setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing()])
    .withMiddleware((stack) => stack.append(wrong(Stamp)))
    .create();
  await expect(boot).rejects.toMatchObject({ code: 'E_MIDDLEWARE_INVALID' });
  await expect(boot).rejects.toThrow(/registration\.test\.ts:\d+ is the class Stamp/);
});

test('a colon that is no parameter is a literal', async () => {
  const app = await bootRoutes((route) => {
    route.get('/models/{name}:predict', handler);
    route.get('/a:b', handler);
  });
  expect(app.facades.Route().getRoutes()).toHaveLength(2);
  await app.close();
});

test('actions may lie on the prototype of a controller or of its parent', async () => {
  class More extends Posts {}
  const app = await bootRoutes((route) => route.resource('/posts', new More() satisfies ResourceController));
  expect(app.facades.Route().info('posts.index')?.path).toBe('/posts');
  await app.close();
});
