import { type Context, ForbiddenError, HttpError, type Middleware, type Next, type Response } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';

/** A middleware that writes its name into a header, on the way in and on the way out. */
class Mark implements Middleware {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  signature(): string {
    return `mark:${this.#name}`;
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const seen = ctx.value('marks');
    ctx.withValue('marks', [...(Array.isArray(seen) ? seen : []), this.#name]);
    const response = await next();
    return response.appendHeader('X-Mark', this.#name);
  }
}

const outer = new Mark('outer');
const inner = new Mark('inner');
const marks = (ctx: Context): Response => ctx.response().json(200, { marks: ctx.value('marks') ?? [] });

/** The routes whose answers are the same over a socket and in process. */
export const routes = (route: RootRouter): void => {
  route.get('/health', (ctx) => ctx.response().success().string('ok')).name('health');
  route.get('/nothing', () => undefined);
  route.get('/staged', (ctx) => void ctx.response().string(202, 'staged'));
  route.get('/wins', (ctx) => {
    const returned = ctx.response().string(200, 'returned');
    ctx.response().string(500, 'staged');
    return returned;
  });
  route.get('/users/{id}', (ctx) => ctx.response().json(200, { id: ctx.request().route('id') }));
  route.get('/users/me', (ctx) => ctx.response().string(200, 'me'));
  route.get('/files/{path*}', (ctx) => ctx.response().string(200, ctx.request().route('path')));
  route.get('/year/{year?}', (ctx) => ctx.response().string(200, ctx.request().route('year', 'none')));
  route.get('/number/{n}', (ctx) => ctx.response().string(200, 'number')).where('n', '[0-9]+');
  route.any('/any', (ctx) => ctx.response().string(200, ctx.request().method()));
  route.match(['GET', 'POST'], '/match', (ctx) => ctx.response().string(200, 'match'));
  route.head('/head-only', (ctx) => ctx.response().header('X-Head', 'yes').noContent());
  route.redirect('/old', '/health');
  route.post('/echo', (ctx) => ctx.response().json(200, ctx.request().all()));
  route.delete('/echo', (ctx) => ctx.response().json(200, ctx.request().all()));
  route.get('/echo', (ctx) => ctx.response().json(200, ctx.request().all()));
  route
    .post('/raw', async (ctx) => ctx.response().string(200, String((await ctx.request().rawBody()).length)))
    .rawBody();
  route.get('/abort', (ctx) => ctx.request().abort());
  route.get('/abort/swallowed', (ctx) => {
    let response: Response | undefined;
    try {
      ctx.request().abortWithStatus(418);
    } catch {
      response = ctx.response().string(200, 'swallowed');
    }
    return response;
  });
  route.get('/abort/json', (ctx) => ctx.request().abortWithStatusJson(409, { taken: true }));
  route.get('/throw', () => {
    throw new Error('secret detail');
  });
  route.get('/reject', async () => Promise.reject(new Error('secret detail')));
  route.get('/throw/null', () => Promise.reject(null));
  route.get('/forbidden', () => {
    throw new ForbiddenError('Not yours.', { details: { owner: 'ada' }, headers: { 'X-Why': 'owner' } });
  });
  route.get('/teapot', () => {
    throw new HttpError(418, 'Short and stout');
  });
  // Handlers that the compiler refuses, as JavaScript code could write them.
  const wrong = { get: route.get.bind(route) as (path: string, handler: (ctx: Context) => unknown) => unknown };
  wrong.get('/wrong/instance', () => new Map());
  wrong.get('/wrong/text', async () => 'Roots');
  wrong.get('/wrong/null', () => null);
  route.get('/asked/{name}', (ctx) =>
    ctx.response().string(200, ctx.request().header(ctx.request().route('name'), 'none')),
  );
  route.get('/header', (ctx) => ctx.response().header('X-From', ctx.request().query('value')).noContent());
  route.get('/cookie', (ctx) =>
    ctx.response().cookie('a', 'b c').cookie({ name: 'd', value: 'e', httpOnly: true }).noContent(),
  );
  route.get('/stream', (ctx) =>
    ctx.response().stream(
      200,
      (function* () {
        yield 'one ';
        yield 'two';
      })(),
      'text/plain',
    ),
  );
  route.get('/stream/broken', (ctx) =>
    ctx.response().stream(
      200,
      (async function* () {
        yield 'one ';
        throw new Error('source failed');
      })(),
    ),
  );
  route.get('/events', (ctx) => ctx.response().eventStream(['first', { data: { n: 2 }, event: 'tick', id: '2' }]));
  route.get('/info', (ctx) => ctx.response().json(200, ctx.request().info())).name('info');
  route.get('/path', (ctx) =>
    ctx.response().json(200, { path: ctx.request().path(), url: ctx.request().url(), host: ctx.request().host() }),
  );
  route.get('/marks', marks);
  route.middleware(outer).group((group) => {
    group.get('/marks/outer', marks);
    group.middleware(inner).get('/marks/both', marks);
    group.middleware(inner).withoutMiddleware(outer).get('/marks/inner', marks);
    group.get('/marks/none', marks).withoutMiddleware(outer);
    group.get('/marks/throw', () => {
      throw new ForbiddenError();
    });
  });
  route
    .middleware({ signature: () => 'closed', handle: (ctx) => ctx.response().string(401, 'closed') })
    .get('/closed', marks);
  route
    .middleware({ signature: () => 'twice', handle: async (_ctx, next) => (await next(), next()) })
    .get('/twice', (ctx) => ctx.response().string(200, 'once'));
};
