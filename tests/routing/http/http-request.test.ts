import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { type Application, type Context, ForbiddenError, type Middleware, setup } from '@taproot/core';
import { type RootRouter, routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { type Data, FormRequest, validation } from '@taproot/validation';
import type { ServeOptions } from '../../support/serve.ts';
import { withApp } from '../../testing/support.ts';

describe('signal()', () => {
  test('first asked for after the deadline has passed, it is aborted already', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let tell = (_signal: AbortSignal): void => undefined;
    const asked = new Promise<AbortSignal>((resolve) => (tell = resolve));
    const handler = async (ctx: Context) => {
      await released;
      tell(ctx.request().signal());
    };
    await withApp(
      (route) => route.get('/', handler),
      async (client) => {
        (await client.get('/')).assertStatus(503);
        release();
        const signal = await asked;
        expect(signal.aborted).toBe(true);
        expect(signal.reason).toMatchObject({ code: 'E_REQUEST_TIMEOUT' });
      },
      { config: { http: { request_timeout: 1 } }, apply: ({ hooks }) => hooks.report.tap('test', () => undefined) },
    );
  });
});

describe('a body that is refused', () => {
  /** Looks at the body as a log would, after `wait`, and minds no error. */
  const log = (wait: () => Promise<unknown>): Middleware => ({
    signature: () => 'log',
    handle: async (ctx, next) => {
      await wait();
      await ctx
        .request()
        .body()
        .catch(() => null);
      await wait();
      return next();
    },
  });

  const several = async (): Promise<void> => {
    for (let turns = 0; turns < 5; turns++) await turn();
  };

  test.each([
    ['at once', () => Promise.resolve()],
    ['after I/O', several],
  ])('is refused to the handler as well, though a middleware caught it: read %s', async (_when, wait) => {
    let ran = false;
    const handler = (ctx: Context) => {
      ran = true;
      return ctx.response().json(200, ctx.request().all());
    };
    await withApp(
      (route) => route.middleware(log(wait)).post('/', handler),
      async (client) => {
        (await client.post('/', { text: 'x'.repeat(100) })).assertStatus(413);
        const json = client.withHeader('Content-Type', 'application/json');
        (await json.post('/', '{"a":')).assertStatus(400);
        (await json.withHeader('Content-Type', 'application/x-unknown').post('/', 'a')).assertStatus(415);
        expect(ran).toBe(false);
      },
      { config: { http: { max_body: 50 } } },
    );
  });

  test('gives the same error when asked again', async () => {
    const codes: unknown[] = [];
    const handler = async (ctx: Context) => {
      await several();
      for (let times = 0; times < 2; times++) {
        await ctx
          .request()
          .body()
          .catch((error: { code: string }) => codes.push(error.code));
        await several();
      }
    };
    const before: Middleware = {
      signature: () => 'before',
      handle: async (ctx, next) => {
        await handler(ctx);
        return next();
      },
    };
    await withApp(
      (route) => route.middleware(before).post('/', handler),
      async (client) => {
        const json = client.withHeader('Content-Type', 'application/json');
        (await json.post('/', '{"a":')).assertStatus(400);
        expect(codes).toEqual(['E_BODY_MALFORMED', 'E_BODY_MALFORMED']);
      },
    );
  });
});

describe('input that is asked for once a request is answered', () => {
  const routes = (route: RootRouter): void => {
    const guard = (name: string, handle: Middleware['handle']) => route.middleware({ signature: () => name, handle });
    route.post('/', (ctx) => ctx.response().string(200, ctx.request().input('user')));
    route.get('/read', (ctx) => ctx.response().string(200, 'read'));
    guard('closed', (ctx) => ctx.response().string(401, 'closed')).post('/closed', () => undefined);
    guard('thrown', () => Promise.reject(new ForbiddenError())).post('/thrown', () => undefined);
  };
  /** Sends one good request and six bad ones, of which nothing is to be reported; gives what was seen meanwhile. */
  const answered = async (options: ServeOptions, seen: readonly string[]): Promise<readonly string[]> => {
    const reported: unknown[] = [];
    const apply = (app: Application): void => {
      app.hooks.report.tap('test', (error) => void reported.push(error));
      options.apply?.(app);
    };
    await withApp(
      routes,
      async (client) => {
        const json = client.withHeader('Content-Type', 'application/json');
        (await client.post('/', { user: 'Ada' })).assertOk().assertSee('Ada');
        (await json.post('/', '{"user":')).assertBadRequest();
        (await client.withHeader('Content-Type', 'x/y').post('/', 'x')).assertUnsupportedMediaType();
        (await client.post('/unknown', { user: 'Ada' })).assertNotFound();
        (await client.post('/read', { user: 'Ada' })).assertMethodNotAllowed();
        (await client.post('/closed', { user: 'Ada' })).assertUnauthorized();
        (await client.post('/thrown', { user: 'Ada' })).assertForbidden();
      },
      { ...options, apply },
    );
    expect(reported).toEqual([]);
    return seen;
  };

  test('is the body that was read for the handler, or empty if it was never read', async () => {
    const seen: string[] = [];
    const audit: Middleware = {
      signature: () => 'audit',
      handle: async (ctx, next) => {
        const response = await next();
        seen.push(ctx.request().input('user', 'none'));
        return response;
      },
    };
    const apply = (app: Application): void => void app.facades.Http().globalMiddleware.append(audit);
    expect(await answered({ apply }, seen)).toEqual(['Ada', ...Array<string>(6).fill('none')]);
  });

  test('is none to a tap of http.error', async () => {
    const seen: string[] = [];
    const apply = (app: Application): void =>
      app.facades.Http().hooks.error.tap('test', (_error, ctx) => {
        seen.push(ctx.request().input('user', 'none'));
        return undefined;
      });
    expect(await answered({ apply }, seen)).toEqual(Array<string>(5).fill('none'));
  });

  test('is that of the body when it is read only then', async () => {
    const seen: string[] = [];
    const late: Middleware = {
      signature: () => 'late',
      handle: async (ctx, next) => {
        const response = await next();
        seen.push(ctx.request().input('user', 'none'));
        await ctx.request().body();
        seen.push(ctx.request().input('user', 'none'));
        return response;
      },
    };
    await withApp(routes, async (client) => void (await client.post('/unknown', { user: 'Ada' }).assertNotFound()), {
      apply: (app) => void app.facades.Http().globalMiddleware.append(late),
    });
    expect(seen).toEqual(['none', 'Ada']);
  });

  test('before that it is a mistake of the author', async () => {
    const early: Middleware = {
      signature: () => 'early',
      handle: (ctx, next) => {
        ctx.request().input('user');
        return next();
      },
    };
    const codes: unknown[] = [];
    await withApp(
      (route) => route.middleware(early).post('/', () => undefined),
      async (client) => void (await client.post('/', { user: 'Ada' }).assertInternalServerError()),
      { apply: ({ hooks }) => hooks.report.tap('test', (error) => void codes.push(error)) },
    );
    expect(codes).toMatchObject([{ code: 'E_BODY_UNREAD' }]);
  });
});

describe('the input of a request', () => {
  class Post extends FormRequest {
    title = '';
    tags: string[] = [];

    override rules(): Record<string, string> {
      return { title: 'required|string', 'tags.*': 'string' };
    }

    override prepareForValidation(_ctx: Context, data: Data): void {
      data.set('title', 'prepared');
      data.set('tags.0', 'prepared');
    }
  }

  test('stays as it was sent, whatever is prepared for validation or done to valid data', async () => {
    const sent = { title: 'sent', tags: ['sent'], more: 1 };
    const handler = async (ctx: Context) => {
      const request = ctx.request();
      const form = await request.validated(Post);
      const valid = await request.validated({ title: 'required|string', tags: 'required|list', 'tags.*': 'string' });
      valid.title = 'changed';
      valid.tags.push('changed');
      form.tags.push('changed');
      const all = request.all();
      all['more'] = 2;
      return ctx.response().json(200, [request.all(), request.input('title'), request.only('tags'), form.title]);
    };
    const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), validation()])
      .withRouting((route) => void route.post('/', handler))
      .create();
    const reply = await http(app).post('/', sent);
    reply.assertOk().assertJson([sent, 'sent', { tags: ['sent'] }, 'prepared']);
    await app.close();
  });
});
