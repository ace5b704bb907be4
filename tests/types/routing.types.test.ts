import { test } from '@jest/globals';
import type { Context, Handler, Json, Response } from '@taproot/core';
import { definePlugin, setup } from '@taproot/core';
import type { ParamNames, RootRouter, RouteAction } from '@taproot/routing';
import { routing } from '@taproot/routing';
import { type Equal, expectType, onlyCompiled } from './support.ts';

test('the names of parameters are read from the pattern', () => {
  expectType<Equal<ParamNames<'/users'>, never>>();
  expectType<Equal<ParamNames<'/users/{id}'>, 'id'>>();
  expectType<Equal<ParamNames<'/users/{id}/posts/{slug?}'>, 'id' | 'slug'>>();
  expectType<Equal<ParamNames<'/files/{path*}'>, 'path'>>();
  expectType<Equal<ParamNames<'/y/{year:[0-9]{4}}/{month:(0[1-9]|1[0-2])}'>, 'year' | 'month'>>();
  expectType<Equal<ParamNames<'/{name}.{extension}'>, 'name' | 'extension'>>();
  expectType<Equal<ParamNames<string>, string>>();
});

onlyCompiled((route: RootRouter) => {
  route.get('/users/{id}', (ctx) => {
    expectType<Equal<typeof ctx, Context<'id'>>>();
    expectType<
      Equal<
        ReturnType<typeof ctx.request>['route'] extends (name: infer Name, ...rest: never[]) => string ? Name : never,
        'id'
      >
    >();
    // @ts-expect-error the pattern has no slug
    ctx.request().route('slug');
    return ctx.response().json(200, { id: ctx.request().route('id') });
  });

  route.get('/plain', (ctx) => {
    // @ts-expect-error the pattern has no parameters
    ctx.request().route('id');
  });

  const scoped = route.prefix('/teams/{team}').middleware().name('teams.');
  scoped.get('/members/{member}', (ctx) => {
    expectType<Equal<typeof ctx, Context<'team' | 'member'>>>();
  });
  scoped.group((inner) => {
    inner.get('/about', (ctx) => ctx.response().string(200, ctx.request().route('team')));
  });

  expectType<Equal<ReturnType<typeof route.get<'/a/{b}'>>, RouteAction<'b'>>>();
  route.get('/a/{b}', () => undefined).where('b', /\d+/);
  route.get('/a/{b}', () => undefined).where({ b: '[a-z]+' });
  // @ts-expect-error the pattern has no c
  route.get('/a/{b}', () => undefined).where('c', /\d+/);

  const shared = (ctx: Context): Response => ctx.response().json(200, {});
  route.get('/shared', shared);
  route.get('/shared/{id}', shared);
  const needs = (ctx: Context<'slug'>): Response => ctx.response().string(200, ctx.request().route('slug'));
  route.get('/needs/{slug}', needs);
  // @ts-expect-error the handler wants a slug, the pattern has an id
  route.get('/needs/{id}', needs);

  route.get('/async', async (ctx) => ctx.response().noContent());
  // @ts-expect-error a handler answers with a response or nothing
  route.get('/text', () => 'text');
  // @ts-expect-error TRACE is no method of a route
  route.match(['GET', 'TRACE'], '/x', shared);
  route.resource('/posts', { index: shared, show: shared }, { only: ['index'] }).except('show');
  // @ts-expect-error there is no action called list
  route.resource('/posts', {}).only('list');
  route.resource('/posts', {
    index() {},
    async store(ctx) {
      await ctx.request().body();
    },
  });

  const handler: Handler<'id'> = (ctx) => void ctx.request().route('id');
  route.get('/h/{id}', handler);
  const body: Json = { a: 1, nested: [true] };
  expectType<Equal<Json['anything'], unknown>>();
  return body;
});

onlyCompiled(() => {
  const builder = setup().withPlugins([routing(), definePlugin({ name: 'other' })]);
  builder.withRouting((route) => void route.get('/', () => undefined)).withMiddleware((m) => m.append());
  builder.withConfig({ http: (env) => ({ port: env('PORT', 1), upload: { files: 3 } }) });
  // @ts-expect-error the port is a number
  builder.withConfig({ http: { port: '3000' } });
  // @ts-expect-error there is no such key
  builder.withConfig({ http: { prot: 3000 } });
  const without = setup().withPlugins([definePlugin({ name: 'other' })]);
  // @ts-expect-error routing is not among the plugins
  without.withRouting(() => undefined);
});

onlyCompiled((ctx: Context) => {
  expectType<Equal<ReturnType<ReturnType<Context['request']>['inputInt64']>, bigint>>();
  expectType<Equal<ReturnType<Context['locale']>, string>>();
  const value = ctx.value('unknown');
  expectType<Equal<typeof value, unknown>>();
  const never: never = ctx.request().abort();
  return never;
});

declare module '@taproot/core' {
  interface RouteMeta {
    reviewed: boolean;
  }
}

onlyCompiled((route: RootRouter) => {
  const handler: Handler = (ctx) => ctx.response().noContent();
  route
    .prefix('/teams/{team}')
    .meta({ reviewed: true })
    .get('/{id}', (ctx) => {
      expectType<Equal<typeof ctx, Context<'team' | 'id'>>>();
    });
  expectType<Equal<NonNullable<ReturnType<typeof route.info>>['meta']['reviewed'], boolean | undefined>>();
  // @ts-expect-error a value of another type
  route.get('/', handler).meta({ reviewed: 'yes' });
  // @ts-expect-error a key that nobody declared
  route.meta({ reviewde: true });
  // @ts-expect-error metadata is frozen
  for (const { meta } of route.getRoutes()) meta.reviewed = false;
});
