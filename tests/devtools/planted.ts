import { auth } from '@taproot/auth';
import { type Application, type Context, createFacades, type Middleware, type Next, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { database, sql } from '@taproot/database';
import { devtools } from '@taproot/devtools';
import { routing } from '@taproot/routing';
import { limit, throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';

/** Reports of handlers that fail are not shown. */
export const unreported = definePlugin({
  name: 'silent',
  apply: (app) => app.hooks.report.tap('silent', () => undefined),
});

/** Beside that it says nowhere that it listens, as if there was a log. */
export const silent = definePlugin({ ...unreported, provides: { notice: () => () => undefined } });

/** A middleware that never calls `next()`. */
class Swallows implements Middleware {
  signature(): string {
    return 'swallows';
  }

  async handle(ctx: Context, _next: Next) {
    return ctx.response().string(200, 'all is well');
  }
}

/** A middleware that answers in place of an error. */
class Hides implements Middleware {
  signature(): string {
    return 'hides';
  }

  async handle(ctx: Context, next: Next) {
    const response = await next();
    return response.error === undefined ? response : ctx.response().string(200, 'all is well');
  }
}

const slowPlugin = (pass: Passes) =>
  definePlugin({
    name: 'stamp',
    requires: ['routing'],
    apply(app) {
      app.facades.Http().hooks.response.tapPromise('stamp', async (response, ctx) => {
        if (ctx.request().path() === '/stamped') await pass(120);
        return response;
      });
    },
  });

const replacer = definePlugin({
  name: 'banner',
  requires: ['routing'],
  apply(app) {
    app.facades
      .Http()
      .hooks.response.tap('banner', (response, ctx) =>
        ctx.request().path() === '/banner' ? ctx.response().string(200, 'buy now') : response,
      );
  },
});

/** Lets so many milliseconds pass. */
export type Passes = (milliseconds: number) => Promise<void>;

/** An application of mistakes: each route has one. */
export const plant = async (pass: Passes): Promise<Application> => {
  const handle = createFacades();
  const { facades, middleware } = handle;
  const key = 'a key of these tests, and of nothing else: 0123456789';
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'development', APP_KEY: key } })
    .withPlugins([
      silent,
      routing(),
      devtools(),
      cors(),
      throttle(),
      validation(),
      database(),
      auth(),
      slowPlugin(pass),
      replacer,
    ])
    .withConfig({
      http: { port: 0 },
      cors: { allowed_origins: ['https://shop.exmaple.com'] },
      database: { default: 'main', connections: { main: { driver: 'sqlite', path: ':memory:' } } },
    })
    .withCallback(() => {
      facades.RateLimiter().for('narrow', () => limit.perMinute(1));
      facades.Gate().define('test:deny', () => false, { guests: true });
      facades.Gate().define('test:slow', () => new Promise<boolean>(() => undefined), { guests: true });
    })
    .withRouting((route) => {
      const ok = (ctx: Context) => ctx.response().string(200, 'ok');
      route.get('/ok', ok);
      route.middleware(new Swallows()).get('/swallowed', ok);
      route.middleware(new Hides()).get('/hidden', () => {
        throw new Error('the printer is on fire');
      });
      route.middleware(middleware.auth()).get('/me', ok);
      route.middleware(middleware.can('test:deny')).get('/denied', ok);
      route.middleware(middleware.throttle('narrow')).get('/limited', ok);
      route.get('/posts/{slug}', (ctx) => ctx.request().abortWithStatus(404)).name('posts.show');
      route.get('/posts/{path*}', ok);
      route.get('/stamped', ok);
      route.get('/banner', ok);
      route.get('/n-plus-one', async (ctx) => {
        for (let id = 0; id < 5; id++) await sql`select ${id} as id`.execute(facades.DB());
        return ctx.response().string(200, 'ok');
      });
      route.get('/no-await', (ctx) => {
        void facades.Gate(ctx).allows('test:slow');
        return ctx.response().string(200, 'ok');
      });
      route.post('/posts', async (ctx) => {
        await ctx.request().validated({ title: 'required|max:5', email: 'email' });
        return ctx.response().string(200, 'ok');
      });
      route.post('/members', async (ctx) => {
        await ctx.request().validated({ name: 'required', emial: 'email' });
        return ctx.response().string(200, 'ok');
      });
      route.post('/customers', async (ctx) => {
        await ctx.request().validated({ kind: 'required|in:person,company', vat_id: 'required_if:kind,compny' });
        return ctx.response().string(200, 'ok');
      });
      route.get('/fails', () => {
        throw new TypeError('No post 7.');
      });
    })
    .create();
  await app.open();
  return app;
};
