import { afterEach, expect, test } from '@jest/globals';
import type { Application, Context } from '@taproot/core';
import type { RouteInfo } from '@taproot/core/plugin';
import type { RootRouter } from '@taproot/routing';
import { bootRoutes, type ServeOptions } from '../../support/serve.ts';

declare module '@taproot/core' {
  interface RouteMeta {
    audit: 'read' | 'write';
    tags: readonly string[];
    owner: { readonly team: string; readonly mail?: string };
    since: Date;
  }
}

const ok = (ctx: Context) => ctx.response().noContent();
const opened: Application[] = [];

const boot = async (register: (route: RootRouter) => void, options: ServeOptions = {}) => {
  const app = await bootRoutes(register, options);
  opened.push(app);
  return app.facades.Route();
};

const infoOf = async (register: (route: RootRouter) => void, path: string): Promise<RouteInfo> => {
  const route = await boot(register);
  const found = route.getRoutes().find((info) => info.path === path);
  if (found === undefined) throw new Error(`No route has the path ${path}.`);
  return found;
};

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whatever type its place has
const wrong = <Type>(value: unknown): Type => value as Type;

afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

test('kind says what registered a route', async () => {
  const route = await boot((routes) => {
    routes.fallback(ok);
    routes.get('/posts', ok);
    routes.redirect('/old', '/posts');
    routes.resource('/notes', { index: ok });
    routes.static('/assets', import.meta.dirname);
    routes.staticFile('/readme', import.meta.filename);
    routes.staticFS('/memory', { open: async () => null });
  });
  expect(route.getRoutes().map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'files /assets',
    'files /assets/{path*}',
    'files /memory',
    'files /memory/{path*}',
    'route /notes',
    'redirect /old',
    'route /posts',
    'files /readme',
    'fallback /{path*}',
  ]);
});

test('the fallback is listed behind every route, and neither announced nor the route of a request', async () => {
  const announced: string[] = [];
  const route = await boot(
    (routes) => {
      routes.any('/{path*}', ok).where('path', '[a-z]+');
      routes.fallback((ctx) => ctx.response().success().json(ctx.request().info()));
    },
    { apply: (app) => app.facades.Http().hooks.route.tap('test', ({ kind }) => void announced.push(kind)) },
  );
  expect(route.getRoutes().map(({ kind, method, handler }) => [kind, method, handler])).toEqual([
    ['route', 'ANY', 'ok'],
    ['fallback', 'ANY', 'fallback'],
  ]);
  expect(announced).toEqual(['route']);
  const answer = await route.fetch(new Request('http://localhost/7'));
  expect(await answer.json()).toBeNull();
});

test.each<[path: string, constraints: Record<string, string | RegExp>, expected: unknown[]]>([
  ['/posts', {}, []],
  ['/{id}', {}, [['id', false, false, null, '']]],
  ['/{id?:[0-9]{2}}', {}, [['id', true, false, '[0-9]{2}', '']]],
  ['/files/{path*}', { path: '.+\\.txt' }, [['path', false, true, '.+\\.txt', '']]],
  ['/{id}', { id: /[a-f0-9]+/gi }, [['id', false, false, '[a-f0-9]+', 'i']]],
  ['/{id:[0-9]+}', { id: '[a-z]+' }, [['id', false, false, '[0-9]+', '']]],
  [
    '/{year:[0-9]{4}}/{name}.{format}/{page?}/{part?}',
    { format: 'a|b' },
    [
      ['year', false, false, '[0-9]{4}', ''],
      ['name', false, false, null, ''],
      ['format', false, false, 'a|b', ''],
      ['page', true, false, null, ''],
      ['part', true, false, null, ''],
    ],
  ],
])('the parameters of %s with %o', async (path, constraints, expected) => {
  const { parameters } = await infoOf((route) => route.get(path, ok).where(constraints), path);
  expect(parameters.map((one) => [one.name, one.optional, one.wildcard, one.constraint, one.constraintFlags])).toEqual(
    expected,
  );
});

test('a controller is known by its class and its method, a function has none', async () => {
  class NoteController {
    index = ok;
    show(ctx: Context) {
      return ok(ctx);
    }
  }
  const route = await boot((routes) => {
    routes.get('/plain', ok);
    routes.resource('/notes', new NoteController());
    routes.resource('/loose', { store: ok });
    routes.get('/reference', [NoteController, 'show']);
  });
  expect(route.getRoutes().map(({ path, controller }) => [path, controller])).toEqual([
    ['/loose', { name: 'controller', method: 'store' }],
    ['/notes', { name: 'NoteController', method: 'index' }],
    ['/notes/{id}', { name: 'NoteController', method: 'show' }],
    ['/plain', null],
    ['/reference', { name: 'NoteController', method: 'show' }],
  ]);
});

test('metadata of a scope reaches its routes; the inner value of a key wins whole', async () => {
  const route = await boot((routes) => {
    const notes = routes.prefix('/notes').meta({ audit: 'read', owner: { team: 'a', mail: 'a@example.com' } });
    notes.get('/plain', ok);
    notes
      .get('/own', ok)
      .meta({ audit: 'write' })
      .meta({ tags: ['x'] });
    notes.meta({ owner: { team: 'b' } }).group((inner) => {
      inner.get('/inner', ok);
      inner.resource('/posts', { index: ok }).meta({ tags: ['posts'] });
    });
    routes.get('/none', ok);
    routes.redirect('/old', '/none').meta({ audit: 'read' });
    routes.static('/assets', import.meta.dirname).meta({ tags: ['files'] });
  });
  expect(Object.fromEntries(route.getRoutes().map(({ path, meta }) => [path, meta]))).toEqual({
    '/assets': { tags: ['files'] },
    '/assets/{path*}': { tags: ['files'] },
    '/none': {},
    '/notes/inner': { audit: 'read', owner: { team: 'b' } },
    '/notes/own': { audit: 'write', owner: { team: 'a', mail: 'a@example.com' }, tags: ['x'] },
    '/notes/plain': { audit: 'read', owner: { team: 'a', mail: 'a@example.com' } },
    '/notes/posts': { audit: 'read', owner: { team: 'b' }, tags: ['posts'] },
    '/old': { audit: 'read' },
  });
});

test('metadata is a frozen copy, in which instances of classes stay what they are', async () => {
  const since = new Date(0);
  const given = { tags: ['one'], owner: { team: 'a' }, since };
  const { meta } = await infoOf((route) => route.meta(given).get('/posts', ok), '/posts');
  given.tags.push('two');
  given.owner.team = 'b';
  expect(meta).toEqual({ tags: ['one'], owner: { team: 'a' }, since });
  expect(meta.since).toBe(since);
  for (const part of [meta, meta.tags, meta.owner]) expect(Object.isFrozen(part)).toBe(true);
  expect([Object.isFrozen(given.tags), Object.isFrozen(given.owner), Object.isFrozen(since)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a key named __proto__ changes no prototype', async () => {
  const given: unknown = JSON.parse('{ "__proto__": { "audit": "write" } }');
  const { meta } = await infoOf((route) => route.get('/posts', ok).meta(wrong(given)), '/posts');
  expect(meta.audit).toBeUndefined();
});

test.each<[given: unknown, said: string]>([
  ['audit', 'is a string.'],
  [null, 'is missing.'],
  [undefined, 'is missing.'],
  [['audit'], 'is a list.'],
  [() => ({}), 'is a function.'],
])('meta(%p) stops the boot, with its place', async (given, said) => {
  for (const register of [
    (route: RootRouter) => route.meta(wrong(given)).get('/posts', ok),
    (route: RootRouter) => route.get('/posts', ok).meta(wrong(given)),
    (route: RootRouter) => route.resource('/posts', { index: ok }).meta(wrong(given)),
  ]) {
    const refused = bootRoutes(register);
    await expect(refused).rejects.toMatchObject({ code: 'E_ROUTE_META', message: expect.stringContaining(said) });
    await expect(refused).rejects.toThrow(/meta\(\) at tests\/routing\/router\/route-info\.test\.ts:\d+ /);
  }
});

test('a scope with metadata and no routes is refused', async () => {
  await expect(bootRoutes((route) => void route.meta({ audit: 'read' }))).rejects.toThrow(
    'The scope that meta() returned',
  );
});

test('the same object describes a route from boot on, and nobody can change it', async () => {
  const seen: (RouteInfo | null)[] = [];
  const see = (ctx: Context) => {
    seen.push(ctx.request().info());
    return ctx.response().noContent();
  };
  const announced: RouteInfo[] = [];
  const route = await boot((routes) => routes.get('/posts/{id}', see).name('posts.show').meta({ audit: 'read' }), {
    apply: (app) => app.facades.Http().hooks.route.tap('test', (info) => void announced.push(info)),
  });
  const ask = (method: string) => route.fetch(new Request('http://localhost/posts/7', { method }));
  for (const method of ['GET', 'GET', 'HEAD']) await ask(method);

  const info = route.info('posts.show');
  expect(route.getRoutes()[0]).toBe(info);
  expect(announced[0]).toBe(info);
  expect(seen[0]).toBe(seen[1]);
  expect(seen.map((one) => one?.method)).toEqual(['GET', 'GET', 'HEAD']);
  expect(seen[2]).toEqual({ ...info, method: 'HEAD' });
  expect(seen[2]?.source).toEqual(info?.source);
  for (const part of [info, info?.parameters, info?.parameters[0], info?.meta, info?.methods, seen[0], info?.source])
    expect(Object.isFrozen(part)).toBe(true);
  route.getRoutes().pop();
  expect(route.getRoutes()).toHaveLength(1);
});

test('source is the absolute path, the line and the column of the registration, and JSON does not have it', async () => {
  const info = await infoOf((route) => route.get('/here', ok), '/here');
  expect(info.source?.file).toBe(import.meta.filename);
  expect(info.place).toBe(`tests/routing/router/route-info.test.ts:${info.source?.line}`);
  expect(info.source?.column).toBe('  const info = await infoOf((route) => route.'.length + 1);
  expect(JSON.stringify(info)).not.toContain(import.meta.dirname);
  expect(Object.keys(info)).not.toContain('source');
});

test('routes are described before the boot has ended, too', async () => {
  let early: readonly RouteInfo[] = [];
  const route = await boot((routes) => {
    routes.get('/posts/{id:[0-9]+}', ok).meta({ audit: 'read' });
    early = routes.getRoutes();
  });
  expect(early).toEqual(route.getRoutes());
  expect(early[0]?.parameters[0]?.constraint).toBe('[0-9]+');
});
