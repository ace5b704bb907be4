import { test } from '@jest/globals';
import { type Context, type Handler, type Response, setup } from '@taproot/core';
import type { BodyOf, FileBody, Json, StatusOf, StreamSource } from '@taproot/core/internal';
import { definePlugin, type Reply } from '@taproot/core/plugin';
import { type ParamNames, type RootRouter, type RouteAction, routing } from '@taproot/routing';
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

  const rooms = route.bind('room', async (id) => (id === '1' ? { name: await Promise.resolve('Oak') } : undefined));
  rooms.get('/rooms/{room}', (_ctx, { room }) => {
    expectType<Equal<typeof room, { name: string }>>();
    return { name: room.name };
  });
  // @ts-expect-error the path does not have the parameter
  rooms.get('/desks/{desk}', (_ctx, { room }) => ({ name: String(room) }));
  rooms.prefix('/rooms/{room}').group((inside) => {
    const desks = inside.bind('desk', (id, _ctx, { room }) => {
      expectType<Equal<typeof room, { name: string }>>();
      return id === '' ? null : 7;
    });
    desks.get('/desks/{desk}', (_ctx, { desk, room }) => {
      expectType<Equal<[typeof desk, typeof room], [7, { name: string }]>>();
      return { desk, name: room.name };
    });
    desks.get('/desks/{desk}', [
      class {
        show(_ctx: Context<'desk'>, { desk }: { readonly desk: number }) {
          return { desk };
        }
      },
      'show',
    ]);
    desks.get('/desks/{desk}', [
      class {
        show(_ctx: Context<'desk'>, { desk }: { readonly desk: string }) {
          return { desk };
        }
      },
      // @ts-expect-error a desk is a number
      'show',
    ]);
  });
  // @ts-expect-error nothing is bound
  route.get('/rooms/{room}', (_ctx, { room }) => ({ room }));

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
  builder.withConfig({ http: (env) => ({ port: env('PORT', 1), upload: { max_files: 3 } }) });
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

onlyCompiled((route: RootRouter, ctx: Context, source: AsyncIterable<{ data: number; id: string }>) => {
  const response = ctx.response();
  const post = { id: 7, title: 'Roots' };
  const found = response.json(201, post);
  expectType<Equal<typeof found, Reply<201, { id: number; title: string }, 'application/json'>>>();
  expectType<Equal<StatusOf<typeof found>, 201>>();
  expectType<Equal<BodyOf<typeof found>, { id: number; title: string }>>();
  expectType<Equal<StatusOf<Response>, number>>();
  expectType<Equal<BodyOf<Response>, unknown>>();

  const viaStatus = response.status(409).json(post);
  expectType<Equal<typeof viaStatus, Reply<409, { id: number; title: string }, 'application/json'>>>();
  const fine = response.success().string('fine');
  expectType<Equal<typeof fine, Reply<200, string, 'text/plain'>>>();
  const image = response.data(200, 'image/png', new Uint8Array());
  expectType<Equal<typeof image, Reply<200, Uint8Array | string, 'image/png'>>>();
  const bytes = response.stream(200, ['a']);
  expectType<Equal<typeof bytes, Reply<200, StreamSource, 'application/octet-stream'>>>();
  const csv = response.status(206).stream(['a'], 'text/csv');
  expectType<Equal<typeof csv, Reply<206, StreamSource, 'text/csv'>>>();
  const events = response.eventStream(source);
  expectType<Equal<BodyOf<typeof events>, { data: number; id: string }>>();
  const made = response.eventStream(
    async function* ({ lastEventId, signal }) {
      expectType<Equal<typeof lastEventId, string>>();
      if (!signal.aborted) yield { data: await Promise.resolve(7) };
    },
    { heartbeat: '30s', retry: 5 },
  );
  expectType<Equal<BodyOf<typeof made>, { data: number }>>();
  // @ts-expect-error -- no unit
  response.eventStream([], { retry: '5' });
  const [none, accepted, moved] = [response.noContent(), response.noContent(202), response.redirect(301, '/')];
  expectType<Equal<[typeof none, typeof accepted], [Reply<204, null, never>, Reply<202, null, never>]>>();
  expectType<Equal<StatusOf<typeof moved>, 301>>();
  const file = response.file('a.txt');
  expectType<Equal<Awaited<typeof file>, Reply<200, FileBody>>>();

  // Each way out of a handler keeps what it answers with.
  const show = (found: boolean) => (found ? response.json(200, post) : response.json(404, { message: 'none' }));
  expectType<Equal<StatusOf<ReturnType<typeof show>>, 200 | 404>>();
  // A status that is known at run time only.
  const status: number = post.id;
  expectType<Equal<StatusOf<ReturnType<typeof later>>, number>>();
  const later = () => response.json(status, post);

  const typed = (): Reply<200, { id: number }> => response.json(200, post);
  // @ts-expect-error another status
  const otherStatus = (): Reply<200, { id: number }> => response.json(201, post);
  // @ts-expect-error another body
  const otherBody = (): Reply<200, { id: string }> => response.json(200, post);
  // @ts-expect-error a promise is no body
  route.get('/', () => response.json(200, Promise.resolve(post)));
  route.get('/typed', typed);
  return [otherStatus, otherBody];
});
