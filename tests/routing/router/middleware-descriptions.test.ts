import { afterEach, expect, test } from '@jest/globals';
import { type Application, type Config, type Context, type Middleware, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin, describeError, type MiddlewareDescription } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { lang } from '@taproot/lang';
import { redis } from '@taproot/redis';
import { type RootRouter, routing, errors as routingErrors } from '@taproot/routing';
import { http } from '@taproot/testing';
import { throttle } from '@taproot/throttle';

const ok = (ctx: Context) => ctx.response().success().string('ok');
const opened: Application[] = [];

const boot = async (
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
  const app = await boot(
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
  const app = await boot((route) => route.get('/posts', ok).middleware(stamp), {}, []);
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
  const app = await boot((route, { middleware }) => route.get('/', ok).middleware(middleware.throttle('1,1')), {
    throttle,
  });
  expect(described(app, '/')[1]?.responses?.map(({ status }) => status)).toEqual(statuses);
});

test('throttled responses have the headers that are described, and no other of the kind', async () => {
  const app = await boot((route, { middleware }) => route.get('/', ok).middleware(middleware.throttle('1,1')), {
    throttle: { ietf_headers: true },
  });
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
  const app = await boot((route) => route.get(path, ok), { cors: { paths: [paths] } });
  expect(described(app, path)[0] !== null).toBe(expected);
});

test('cors describes the headers that it adds', async () => {
  const names = async (config: NonNullable<Config['cors']>) => {
    const app = await boot((route) => route.get('/', ok), { cors: config });
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
    reads: ['Origin'],
  });
});

test('locale() reads Accept-Language and adds Content-Language', async () => {
  const app = await boot((route, { middleware }) => route.get('/', ok).middleware(middleware.locale()));
  expect(described(app, '/')[1]).toEqual({
    requestHeaders: [{ name: 'Accept-Language', description: 'The languages that the client wants; known are en' }],
    responseHeaders: [{ name: 'Content-Language', description: 'The language of the response', required: true }],
  });
  expect((await http(app).get('/')).headers.get('content-language')).toBe('en');
});

test('a route that excludes a middleware has none of what it adds', async () => {
  const app = await boot((route, { middleware }) =>
    route.middleware(middleware.throttle('1,1')).get('/', ok).withoutMiddleware(middleware.throttle('1,1')),
  );
  expect(described(app, '/').map((one) => one?.responses)).toEqual([undefined]);
});
