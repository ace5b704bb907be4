import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { drivers } from '../support/drivers.ts';
import { type Served, type ServeOptions, serve } from '../support/serve.ts';
import { withSeconds } from '../support/with-seconds.ts';

let served: Served | null = null;
const reported: unknown[] = [];

const openOn = async (register: (route: RootRouter) => void, options: ServeOptions = {}): Promise<Served> => {
  reported.length = 0;
  served = await serve(register, {
    ...options,
    apply: (app) => {
      app.hooks.report.tap('test', (error) => void reported.push(error));
      options.apply?.(app);
    },
  });
  return served;
};

afterEach(async () => {
  await served?.close();
  served = null;
});

const ok = (ctx: Context) => ctx.response().string(200, 'ok');

describe.each(drivers)('a request that goes wrong on the %s driver', (driver) => {
  const open = (register: (route: RootRouter) => void, options: ServeOptions = {}): Promise<Served> =>
    openOn(register, { ...options, driver });

  test.each([
    ['a string', 'text'],
    ['undefined', undefined],
    ['a frozen object', Object.freeze({ a: 1 })],
    ['a function', () => 'x'],
  ])('LC-01 %s thrown is 500', async (_name, thrown) => {
    const { url } = await open((route) =>
      route.get('/', () => {
        throw thrown;
      }),
    );
    expect((await fetch(url)).status).toBe(500);
    expect(reported).toEqual([thrown]);
  });

  test('LC-01 a body that cannot be JSON is 500, alive', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const { url } = await open((route) => {
      route.get('/cyclic', (ctx) => ctx.response().json(200, cyclic));
      route.get('/bigint', (ctx) => ctx.response().json(200, { n: 1n }));
      route.get('/', ok);
    });
    expect((await fetch(`${url}/cyclic`)).status).toBe(500);
    expect((await fetch(`${url}/bigint`)).status).toBe(500);
    expect((await fetch(url)).status).toBe(200);
  });

  test('LC-02 a reply written by hand stays; what the handler returns after it is dropped', async () => {
    const { url } = await open((route) =>
      route.get('/', (ctx) => {
        ctx.response().writer().end('by hand');
        return ctx.response().string(500, 'late');
      }),
    );
    expect(await (await fetch(url)).text()).toBe('by hand');
  });

  test('LC-02 an error after the reply was written is reported, the client keeps its reply', async () => {
    const { url } = await open((route) => {
      route.get('/', (ctx) => {
        ctx.response().writer().end('by hand');
        throw new Error('late');
      });
    });
    expect(await (await fetch(url)).text()).toBe('by hand');
    expect(reported).toHaveLength(1);
  });

  test('LC-06 100 requests at once keep their contexts apart', async () => {
    const storage = new AsyncLocalStorage<string>();
    const { url } = await open((route) =>
      route.get('/{id}', async (ctx) => {
        const id = ctx.request().route('id');
        ctx.withValue('id', id).setLocale(`en-${id}`);
        return storage.run(id, async () => {
          await turn();
          await new Promise((resolve) => process.nextTick(resolve));
          return ctx.response().json(200, [storage.getStore(), ctx.value('id'), ctx.locale()]);
        });
      }),
    );
    const replies = await Promise.all(
      Array.from({ length: 100 }, async (_, id) => (await fetch(`${url}/${id}`)).json() as Promise<string[]>),
    );
    expect(replies).toEqual(Array.from({ length: 100 }, (_, id) => [`${id}`, `${id}`, `en-${id}`]));
  });

  test('LC-07 a handler that never answers is 503, its signal aborted, its late answer dropped', async () => {
    await withSeconds(async (pass) => {
      let answer: (text: string) => void = () => undefined;
      let reason: unknown;
      const { url } = await open(
        (route) => {
          route.get('/', async (ctx) => {
            const signal = ctx.request().signal();
            signal.addEventListener('abort', () => (reason = signal.reason));
            setImmediate(pass);
            return ctx.response().string(200, await new Promise<string>((resolve) => (answer = resolve)));
          });
          route.get('/alive', ok);
        },
        { config: { http: { request_timeout: 0.5 } } },
      );
      const response = await fetch(url);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'E_REQUEST_TIMEOUT' });
      expect(reason).toMatchObject({ code: 'E_REQUEST_TIMEOUT' });
      answer('late');
      expect((await fetch(`${url}/alive`)).status).toBe(200);
    });
  });

  test('LC-13 a request hook that throws is 500; a response hook that throws leaves the reply', async () => {
    let failing = '';
    const { url } = await open((route) => route.get('/', ok), {
      apply: (app) => {
        const { hooks } = app.facades.Http();
        hooks.request.tap('test', () => {
          if (failing === 'request') throw new Error('request hook');
          return undefined;
        });
        hooks.response.tap('test', (response) => {
          if (failing === 'response') throw new Error('response hook');
          return response.setHeader('X-Hook', 'ran');
        });
      },
    });
    expect((await fetch(url)).headers.get('x-hook')).toBe('ran');
    failing = 'request';
    expect((await fetch(url)).status).toBe(500);
    failing = 'response';
    const kept = await fetch(url);
    expect([kept.status, await kept.text()]).toEqual([200, 'ok']);
    expect(reported.map(String)).toEqual(['Error: request hook', 'Error: response hook']);
  });

  test('LC-14 an error hook that throws leaves a plain 500; one that answers is heard', async () => {
    let fails = true;
    const { url } = await open(
      (route) =>
        route.get('/', () => {
          throw new Error('first');
        }),
      {
        apply: (app) =>
          app.facades.Http().hooks.error.tap('test', (error, ctx) => {
            if (fails) throw new Error('second');
            return ctx.response().json(418, { seen: String(error) });
          }),
      },
    );
    expect((await fetch(url)).status).toBe(500);
    expect(reported.map(String).toSorted()).toEqual(['Error: first', 'Error: second']);
    fails = false;
    const answered = await fetch(url);
    expect([answered.status, await answered.json()]).toEqual([418, { seen: 'Error: first' }]);
  });

  test('LC-17 a middleware that never calls next answers; one that forgets to return what next gave still does', async () => {
    const { url } = await open((route) => {
      // oxlint-disable-next-line typescript/no-floating-promises -- the fault under test
      const forgetful = {
        signature: () => 'forgetful',
        handle: (async (_ctx: Context, next: () => Promise<unknown>) => void (await next())) as never,
      };
      route.middleware(forgetful).get('/', ok);
    });
    expect(await (await fetch(url)).text()).toBe('ok');
  });
});

describe('the debug page', () => {
  test('shows message and source in development, as a page or as JSON', async () => {
    const { url } = await openOn(
      (route) =>
        route.get('/', () => {
          throw new Error('what went wrong');
        }),
      { env: { APP_ENV: 'development' } },
    );
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('what went wrong');
    const json = (await (await fetch(url)).json()) as { message: string; stack: string[] };
    expect(json.message).toBe('what went wrong');
    expect(json.stack.join()).toContain('life-cycle.test.ts');
  });
});
