import { expect, test } from '@jest/globals';
import type { Context, Middleware, ResourceController } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
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
  ['no handler', (route) => route.get('/a', wrong(undefined)), 'E_ROUTE_HANDLER', 'GET|HEAD /a at '],
  ['the name of a handler', (route) => route.post('/a', wrong('Posts@index')), 'E_ROUTE_HANDLER', 'is a string.'],
  ['a class as a handler', (route) => route.prefix('/v1').get('/a', wrong(Posts)), 'E_ROUTE_HANDLER', '/v1/a at '],
  ['no fallback', (route) => route.fallback(wrong(null)), 'E_ROUTE_HANDLER', 'is missing.'],
  ['a class as a controller', (route) => route.resource('/a', wrong(Posts)), 'E_RESOURCE_CONTROLLER', 'class Posts'],
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
    'a parameter with a colon',
    (route) => route.get('/users/:id', handler),
    'E_ROUTE_PATTERN',
    '"{id}" here, not ":id"',
  ],
];

test.each(faults)('%s stops the boot, and is told with its place', async (_mistake, register, code, said) => {
  const boot = bootRoutes(register);
  await expect(boot).rejects.toMatchObject({ code, message: expect.stringContaining(said) });
  if (code !== 'E_ROUTE_PATTERN')
    await expect(boot).rejects.toThrow(/ tests\/routing\/router\/registration\.test\.ts:\d+ /);
});

test('a class as global middleware is told with its place', async () => {
  const { setup } = await import('@taproot/core');
  const { routing } = await import('@taproot/routing');
  const boot = setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing()])
    .withMiddleware((stack) => stack.append(wrong(Stamp)))
    .create();
  await expect(boot).rejects.toMatchObject({ code: 'E_MIDDLEWARE_INVALID' });
  await expect(boot).rejects.toThrow(/registration\.test\.ts:\d+ gives as middleware is the class Stamp/);
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
