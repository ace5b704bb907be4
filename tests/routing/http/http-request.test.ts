import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Context, Middleware } from '@taproot/core';
import { withApp } from '../testing/support.ts';

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
      { config: { http: { body_limit: 50 } } },
    );
  });

  test('is told in the same words to whoever asks again', async () => {
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
