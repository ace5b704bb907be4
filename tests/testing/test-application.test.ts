import { EventEmitter, on, once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { type Application, type Context, createFacades, HttpError, type Middleware, type Request } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { type RootRouter, routing } from '@taproot/routing';
import {
  FakeClock,
  type FakeContext,
  fakeContext,
  http,
  type PluginCheck,
  type pluginChecks,
  type TestApplication,
  type TestRequest,
  testApplication,
} from '@taproot/testing';
import { withCode } from '../core/support.ts';
import { type Equal, expectType, onlyCompiled } from '../types/support.ts';
import { failureOf, withApp } from './support.ts';

test('it is booted, for testing, in an empty folder that goes with it', async () => {
  const app = await testApplication({ env: { APP_NAME: 'Oak' } });
  expect(app.config.app).toMatchObject({ env: 'testing', name: 'Oak', debug: false });
  expect(existsSync(app.basePath)).toBe(true);
  expect(await app.close()).toEqual([]);
  expect(existsSync(app.basePath)).toBe(false);
});

test('every part may be left out', async () => {
  await using app = await testApplication();
  expect([app.plugins.map(({ name }) => name), app.reports]).toEqual([['app', 'testing'], []]);
});

test('a folder that was given stays', async () => {
  const app = await testApplication({ basePath: import.meta.dirname });
  expect(app.basePath).toBe(import.meta.dirname);
  await app.close();
  expect(existsSync(import.meta.dirname)).toBe(true);
});

test('leaving its block closes it', async () => {
  const handle = createFacades();
  {
    await using app = await testApplication({ handle });
    expect(handle.app).toBe(app);
  }
  expect(handle.app).toBeNull();
});

test('leaving its block tells what failed to close', async () => {
  const stuck = definePlugin({
    name: 'stuck',
    apply: (app) => app.hooks.shutdown.tap('stuck', () => Promise.reject(new Error('it hangs'))),
  });
  const leave = async (): Promise<void> => {
    await using _app = await testApplication({ plugins: [stuck] });
  };
  await expect(leave()).rejects.toMatchObject({ errors: [withCode('E_PLUGIN_FAILED')] });
});

test('routes are registered before it is frozen, errors are kept instead of printed, and the port is a free one', async () => {
  const broken = new Error('broken');
  await using app = await testApplication({
    plugins: [routing()],
    register: ({ facades }) => {
      facades.Route().get('/', () => Promise.reject(broken));
      facades.Route().get('/gone', () => Promise.reject(new HttpError(410)));
    },
  });
  await http(app).get('/').assertInternalServerError();
  await http(app).get('/gone').assertGone();
  expect(app.reports).toEqual([broken]);
  await app.open();
  expect(app.facades.Http().address?.port).toBeGreaterThan(1023);
});

test('an application that does not boot leaves nothing behind', async () => {
  let folder = '';
  const failing = definePlugin({
    name: 'failing',
    apply: (app) => {
      folder = app.basePath;
      throw new Error('no');
    },
  });
  await expect(testApplication({ plugins: [failing] })).rejects.toEqual(withCode('E_PLUGIN_FAILED'));
  expect(existsSync(folder)).toBe(false);
});

test('a mistake in the configuration is told as create() tells it', async () => {
  await expect(testApplication({ config: { http: {} } })).rejects.toEqual(withCode('E_CONFIG_UNKNOWN_FILE'));
});

test('the clock stands still until it is advanced', async () => {
  const clock = new FakeClock(new Date('2026-03-01T00:00:00Z'));
  const { now } = clock;
  expect(now()).toBe(Date.UTC(2026, 2, 1));
  await clock.advance(1.5);
  expect(now()).toBe(Date.UTC(2026, 2, 1, 0, 0, 1, 500));
});

test('sleepers wake in order, each at its own time', async () => {
  const clock = new FakeClock(0);
  const woke: string[] = [];
  const sleeper = async (name: string, ...naps: number[]): Promise<void> => {
    for (const nap of naps) {
      await clock.sleep(nap);
      woke.push(`${name} ${clock.now()}`);
    }
  };
  void sleeper('b', 400);
  void sleeper('a', 300, 300);
  void sleeper('c', 1001);
  await clock.advance(1);
  expect(woke).toEqual(['a 300', 'b 400', 'a 600']);
});

test('it begins with the year 2026 unless it is told when', () => {
  expect(new Date(new FakeClock().now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
});

const takesContext = (ctx: Context): Context => ctx;

test('a test application is an application that can be left', () => {
  expectType<Equal<Awaited<ReturnType<typeof testApplication>>, TestApplication>>();
  expectType<TestApplication extends Application & AsyncDisposable ? true : false>();
  expectType<Equal<TestApplication['reports'], readonly unknown[]>>();
  expect.assertions(0);
});

test('a fake context goes wherever a context does, with more to look at', () => {
  expectType<Equal<ReturnType<typeof fakeContext>, FakeContext>>();
  expectType<ReturnType<FakeContext['request']> extends Request ? true : false>();
  expectType<Equal<ReturnType<FakeContext['through']>, TestRequest>>();
  expectType<Equal<ReturnType<FakeContext['handle']>, TestRequest>>();
  const ctx = fakeContext();
  expect(takesContext(ctx)).toBe(ctx);
  onlyCompiled((middleware: Middleware) => {
    void ctx.through(middleware, (inner) => inner.response().noContent());
    // @ts-expect-error a misspelt part
    fakeContext({ methd: 'POST' });
    // @ts-expect-error a context has no such member
    void ctx.nothing;
  });
});

test('checks have a name and run', () => {
  expectType<Equal<ReturnType<typeof pluginChecks>, PluginCheck[]>>();
  expectType<Equal<PluginCheck['run'], () => Promise<void>>>();
  expect.assertions(0);
});

const sent = (ctx: Context) => ctx.response().string(200, ctx.request().header('cookie'));

const routes = (route: RootRouter): void => {
  route.get('/sent', sent);
  route.get('/x/y', sent);
  route.get('/xy', sent);
  route.get('/set', (ctx) => {
    // As `set` of the query says, beside what Taproot would write.
    for (const cookie of ctx.request().queryArray('c'))
      ctx.response().header('X-Set', '1').noContent().appendHeader('Set-Cookie', cookie);
  });
  route.get('/deep/set', (ctx) => ctx.response().noContent().appendHeader('Set-Cookie', 'deep=1'));
  route.get('/taproot', (ctx) => ctx.response().cookie('a', 'x==; ä%').noContent());
  route.get('/forget', (ctx) => ctx.response().withoutCookie('a').noContent());
  route.get('/events', (ctx) =>
    ctx
      .response()
      .cookie('seen', '1')
      .eventStream(async function* () {
        yield { data: 'one' };
      }),
  );
};

const set = (...cookies: string[]): string =>
  `/set?${cookies.map((cookie) => `c[]=${encodeURIComponent(cookie)}`).join('&')}`;

describe('withCookie()', () => {
  test.each(['x==', 'a/b+c', 'ä b', '100%', '%41', '"quoted"', 'a;b,c\\d', '\ud800', ''])(
    'sends %j so that it is read as it was set',
    (value) =>
      withApp(
        (route) => {
          route.get('/set', (ctx) => ctx.response().cookie('a', value).noContent());
          route.get('/read', (ctx) => ({ a: ctx.request().cookie('a') }));
        },
        async (client) => {
          const cookie = (await client.get('/set')).cookie('a');
          await client
            .withCookie('a', cookie?.value ?? '')
            .get('/read')
            .assertExactJson({ a: value.toWellFormed() });
          expect(
            fakeContext({ cookies: { a: value } })
              .request()
              .cookie('a'),
          ).toBe(value.toWellFormed());
        },
      ),
  );

  test('sends what a package set without escapes as it was', () =>
    withApp(routes, async (client) => {
      const cookie = (await client.get(set('koa.sess=eyJ4Ijox+/fQ==; path=/'))).cookie('koa.sess');
      await client
        .withCookie('koa.sess', cookie?.value ?? '')
        .get('/sent')
        .assertSee('koa.sess=eyJ4Ijox+/fQ==');
    }));
});

describe('keepCookies()', () => {
  const after = async (...cookies: string[]) => {
    let got: string[] = [];
    await withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await browser.get(set(...cookies)).assertNoContent();
      got = [await browser.get('/sent'), await browser.get('/x/y'), await browser.get('/xy')].map(({ text }) => text);
    });
    return got;
  };

  test('sends what responses set, as they set it, to its own requests alone', () =>
    withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await browser.get('/taproot').assertNoContent();
      await browser.get('/sent').assertSee('a=x%3D%3D%3B%20%C3%A4%25');
      await browser.accept('text/plain').withHeader('X', '1').get('/sent').assertSee('a=x%3D%3D');
      await client.get('/sent').assertDontSee('a=');
      await client.keepCookies().get('/sent').assertDontSee('a=');
      await browser.get('/forget').assertNoContent();
      await browser.get('/sent').assertDontSee('a=');
    }));

  test('keeps cookies apart by path, longer ones first', async () => {
    expect(await after('a=1; Path=/', 'a=2; Path=/x', 'b=3; Path=/x/')).toEqual(['a=1', 'b=3; a=2; a=1', 'a=1']);
  });

  test.each([
    ['a=1; Max-Age=0', ''],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', ''],
    ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'a=1'],
    ['a=1; Domain=evil.test', ''],
    ['a=1; Domain=localhost', 'a=1'],
    ['a=1; Path=relative', 'a=1'],
    ['a=1; Secure; HttpOnly', 'a=1'],
    ['a==x=', 'a==x='],
  ])('of %j keeps %j', async (cookie, kept) => {
    expect((await after(cookie))[0]).toBe(kept);
  });

  test('sends a cookie to the hosts that it is for, and one that is Secure over TLS alone', () =>
    withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await browser.get(`https://shop.example.com${set('own=1', 'all=2; Domain=example.com', 'tls=3; Secure')}`);
      await browser.get(`http://shop.example.com${set('plain=4; Secure')}`);
      expect((await browser.get('https://shop.example.com:8443/sent')).text).toBe('own=1; all=2; tls=3');
      expect((await browser.get('http://shop.example.com/sent')).text).toBe('own=1; all=2');
      expect((await browser.get('https://example.com/sent')).text).toBe('all=2');
      expect((await browser.withHeader('Host', 'a.example.com').get('/sent')).text).toBe('all=2');
      expect((await browser.get('https://notexample.com/sent')).text).toBe('');
    }));

  test('a cookie without path is for the folder of the request', () =>
    withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await browser.get('/deep/set').assertNoContent();
      expect((await browser.get('/sent')).text).toBe('');
      await browser.get('/deep/set').assertNoContent();
    }));

  test('withCookie() replaces a kept one, and streams of events set cookies, too', () =>
    withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await using events = await browser.get('/events').events().open();
      await events.next();
      expect((await browser.get('/sent')).text).toBe('seen=1');
      expect((await browser.withCookies({ seen: '2', b: '3' }).get('/sent')).text).toBe('seen=2; b=3');
    }));
});

test('a failed assertion on a page shows its text, and no style sheet, script or picture', () =>
  withApp(
    (route) => {
      route.get('/page', (ctx) =>
        ctx
          .response()
          .data(
            200,
            'text/html; charset=utf-8',
            `<style media="all">${'a { color: red }\n'.repeat(400)}</style>\n\n\n<h1>Hello</h1><script>${'x()\n'.repeat(400)}</script><svg><path d="M0"/></svg>`,
          ),
      );
    },
    async (client) => {
      const { message } = await failureOf(() => client.get('/page').assertSee('Bye'));
      expect(message).toContain('<style>...</style>\n<h1>Hello</h1><script>...</script><svg>...</svg>\n');
      const error = await failureOf(() => client.accept('text/html').get('/none').assertOk());
      expect(error.message).toContain('404');
      expect(error.message).not.toMatch(/\{[^}]*:[^}]*;/);
      expect(error.message.split('\n').length).toBeLessThan(30);
    },
  ));

const forever = async function* (closed: () => void): AsyncGenerator<string> {
  try {
    for (let number = 1; ; number++) {
      yield `tick ${number}`;
      await pause(1);
    }
  } finally {
    closed();
  }
};

test('events are read while the stream is open, and leaving the loop closes it', async () => {
  let closed: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (closed = resolve));
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(forever(closed))),
    async (client) => {
      const seen: string[] = [];
      for await (const { data } of client.get('/events').events()) {
        seen.push(data);
        if (seen.length === 3) break;
      }
      expect(seen).toEqual(['tick 1', 'tick 2', 'tick 3']);
      await end;
    },
  );
});

test('an event has its type, its data and the last id', async () => {
  const sent = [{ event: 'order', id: '7', data: { total: 'ü\n5' } }, 'two\nlines', { data: '' }];
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(sent)),
    async (client) => {
      const events = client.get('/events').events();
      expect(await events.next()).toEqual({
        done: false,
        value: { event: 'order', id: '7', data: JSON.stringify({ total: 'ü\n5' }) },
      });
      expect(await events.next()).toMatchObject({ value: { event: 'message', data: 'two\nlines', id: '7' } });
      expect(await events.next()).toMatchObject({ value: { data: '' } });
      expect(await events.next()).toMatchObject({ done: true });
    },
  );
});

test('an application that closes ends the streams that a test left open', async () => {
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(forever(() => undefined))),
    async (client, app) => {
      const events = client.get('/events').events();
      await events.next();
      await app.close();
      for await (const event of events) expect(event.data).toMatch(/tick/);
    },
  );
});

test('a reply that is no event stream fails with what it is', async () => {
  await withApp(
    () => undefined,
    async (client) => {
      await expect(client.get('/none').events().next()).rejects.toThrow(/not an event stream[^]*404 Not Found/);
    },
  );
});

test('a stream that was opened receives what happens before it is read', async () => {
  const told = new EventEmitter();
  const stories = async function* (signal: AbortSignal): AsyncGenerator<string> {
    for await (const [story] of on(told, 'story', { signal })) yield String(story);
  };
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(({ signal }) => stories(signal))),
    async (client) => {
      const events = await client.get('/events').events().open();
      expect(told.listenerCount('story')).toBe(1);
      told.emit('story', 'first');
      expect(await events.next()).toMatchObject({ value: { data: 'first' } });
      await events.return();
    },
  );
});

test('a stream that was opened and never read can be left', async () => {
  const told = new EventEmitter();
  const ended = once(told, 'ended');
  const silence = async function* (signal: AbortSignal): AsyncGenerator<string> {
    if (!signal.aborted) await once(signal, 'abort');
    told.emit('ended');
    yield* [];
  };
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().eventStream(({ signal }) => silence(signal))),
    async (client) => {
      const events = await client.get('/events').events().open();
      await events.return();
      await ended;
    },
  );
});

test('opening a response that is not an event stream fails with its status', async () => {
  await withApp(
    (route) => void route.get('/events', (ctx) => ctx.response().json(403, { no: true })),
    async (client) => {
      await expect(client.get('/events').events().open()).rejects.toThrow(/not an event stream[^]*403/);
    },
  );
});
