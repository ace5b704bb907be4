import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { defineRules } from '@taproot/validation';
import { drivers } from '../support/drivers.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { Browser, type SiteOptions, site } from './support.ts';

const stores = ['cookie', 'database', ...((await hasRedis()) ? (['redis'] as const) : [])] as const;

const waiting = new Map<string, () => void>();

/** Routes that show what a session does. */
const register = ({ facades, middleware }: Application): void => {
  facades
    .Route()
    .middleware(middleware.session())
    .group((route) => {
      route.get('/plain', () => ({ ok: true }));
      route.get('/visits', (ctx) => {
        const session = ctx.request().session();
        session.put('visits', session.get('visits', 0) + 1);
        return { visits: session.get('visits'), id: session.id() };
      });
      route.get('/read', (ctx) => ({ ...ctx.request().session().all() }));
      route.get('/same', (ctx) => {
        const session = ctx.request().session();
        session.put('visits', session.get('visits', 0));
        return { ok: true };
      });
      route.get('/inside', (ctx) => {
        const session = ctx.request().session();
        const cart = session.get('cart') ?? { items: [] };
        cart.items.push(cart.items.length);
        if (session.missing('cart')) session.put('cart', cart);
        return { ...cart };
      });
      route.get('/flash', (ctx) => {
        ctx.request().session().flash('status', 'Saved.');
        return ctx.response().redirect(303, '/hop');
      });
      route.get('/hop', (ctx) => ctx.response().redirect(302, '/read'));
      route.get('/now', (ctx) => ({ ...ctx.request().session().now('status', 'Now.').all() }));
      route.get('/reflash', (ctx) => ({ ...ctx.request().session().reflash().all() }));
      route.get('/pull', (ctx) => ({
        visits: ctx.request().session().pull('visits'),
        has: ctx.request().session().has('visits'),
      }));
      route.get('/flush', (ctx) => (ctx.request().session().flush(), { ok: true }));
      route.get('/regenerate', (ctx) => (ctx.request().session().regenerate(), { ok: true }));
      route.get('/invalidate', (ctx) => (ctx.request().session().invalidate(), { ok: true }));
      route.get('/put/{key:a|b}', async (ctx) => {
        const session = ctx.request().session();
        const key = ctx.request().route('key') === 'a' ? 'a' : 'b';
        // Both requests have read before one writes.
        if (waiting.size === 0) await new Promise<void>((resolve) => waiting.set(key, resolve));
        else for (const go of waiting.values()) go();
        session.put(key, ctx.request().id());
        return { ok: true };
      });
      route.get(
        '/big/{bytes}',
        (ctx) => (
          ctx
            .request()
            .session()
            .put('big', 'x'.repeat(ctx.request().routeInt('bytes'))),
          { ok: true }
        ),
      );
      route.get('/late', (ctx) => {
        const session = ctx.request().session();
        return ctx.response().stream(200, async function* late() {
          yield 'a';
          await Promise.resolve();
          session.put('a', 'late');
        });
      });
      route.get('/kinds/{kind}', (ctx) => {
        const kinds: Readonly<Record<string, unknown>> = {
          map: new Map([['a', 1]]),
          set: new Set([1]),
          inside: { list: [new Set([1])] },
        };
        ctx.request().session().put('kinds', kinds[ctx.request().route('kind')]);
        return { ok: true };
      });
      route.post('/fails', () => {
        throw new Error('fails');
      });
    });
  facades.Route().get('/outside', (ctx) => ({ ...ctx.request().session().all() }));
};

afterEach(() => {
  waiting.clear();
  jest.useRealTimers();
});

const after = (seconds: number): void => {
  const kept = [
    'nextTick',
    'setImmediate',
    'performance',
    'setTimeout',
    'setInterval',
    'queueMicrotask',
    'hrtime',
  ] as const;
  jest.useFakeTimers({
    now: Date.now() + seconds * 1000,
    doNotFake: [...kept, 'clearTimeout', 'clearInterval', 'clearImmediate'],
  });
};

const opened = (options: SiteOptions = {}) => site({ register, ...options });

describe.each(drivers.flatMap((driver) => stores.map((store) => [store, driver] as const)))(
  'a session in the store %s (%s)',
  (store, driver) => {
    const start = async (options: SiteOptions = {}) => {
      const app = await opened({ store, driver, ...options });
      return { app, browser: new Browser(app), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
    };

    test('keeps values from request to request, and begins with the first value', async () => {
      await using it = await start();
      const { browser } = it;
      expect((await browser.get('/plain')).headers.getSetCookie()).toEqual([]);
      const first = await browser.get('/visits');
      expect(first.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^session=[\w.-]+; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
      expect(first.headers.get('cache-control')).toBe('no-store');
      expect(await (await browser.get('/visits')).json()).toMatchObject({
        visits: 2,
        id: expect.stringMatching(/^[\w-]{20,}$/),
      });
      expect(await (await browser.get('/read')).json()).toEqual({ visits: 2 });
    });

    test('is not written, and its cookie is not sent, when nothing has changed', async () => {
      await using it = await start();
      const { browser } = it;
      await browser.get('/visits');
      for (const path of ['/plain', '/read', '/same'])
        expect([path, (await browser.get(path)).headers.getSetCookie()]).toEqual([path, []]);
    });

    test('keeps a value that was changed in place', async () => {
      await using it = await start();
      const { browser } = it;
      await browser.get('/inside');
      await browser.get('/inside');
      expect(await (await browser.get('/inside')).json()).toEqual({ items: [0, 1, 2] });
    });

    test('hands flash values through redirects to the next page, and to no other', async () => {
      await using it = await start();
      const { browser } = it;
      expect((await browser.get('/flash')).status).toBe(303);
      expect((await browser.get('/hop')).status).toBe(302);
      expect(await (await browser.get('/reflash')).json()).toEqual({ status: 'Saved.' });
      expect(await (await browser.get('/read')).json()).toEqual({ status: 'Saved.' });
      expect(await (await browser.get('/read')).json()).toEqual({});
      expect(await (await browser.get('/now')).json()).toEqual({ status: 'Now.' });
      expect(await (await browser.get('/read')).json()).toEqual({});
    });

    test('pulls and flushes', async () => {
      await using it = await start();
      const { browser } = it;
      await browser.get('/visits');
      expect(await (await browser.get('/pull')).json()).toEqual({ visits: 1, has: false });
      await browser.get('/visits');
      await browser.get('/flush');
      expect(await (await browser.get('/read')).json()).toEqual({});
    });

    test('a cookie that was made up or changed is no session, and is never adopted', async () => {
      await using it = await start();
      const { browser } = it;
      await browser.get('/visits');
      const real = browser.cookies.get('session') ?? '';
      const flipped = real.slice(0, 20) + (real[20] === 'A' ? 'B' : 'A') + real.slice(21);
      for (const made of [
        'x',
        'A'.repeat(43),
        flipped,
        `${real}A`,
        real.slice(0, -4),
        '%00',
        encodeURIComponent('"}'),
      ]) {
        const forged = new Browser(it.app, new Map([['session', made]]));
        expect(await (await forged.get('/read')).json()).toEqual({});
        expect(await (await forged.get('/visits')).json()).toMatchObject({ visits: 1 });
        expect(forged.cookies.get('session')).not.toBe(made);
      }
    });

    test('ends after its time without a request, is renewed by requests, and ends at its latest time', async () => {
      await using it = await start({ session: { lifetime: '1h', max_lifetime: '3h' } });
      const { browser } = it;
      // The clock stands still between the steps.
      after(0);
      await browser.get('/visits');
      after(3000);
      const renewed = await browser.get('/read');
      expect(await renewed.json()).toEqual({ visits: 1 });
      expect(renewed.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=3600')]);
      after(3599);
      expect(await (await browser.get('/read')).json()).toEqual({ visits: 1 });
      after(3590);
      const late = await browser.get('/read');
      expect(late.headers.getSetCookie()).toEqual([
        expect.stringContaining(`Max-Age=${3 * 3600 - 3000 - 3599 - 3590}`),
      ]);
      after(700);
      expect(await (await browser.get('/read')).json()).toEqual({});
      await browser.get('/visits');
      const stale = browser.copy();
      after(3600);
      expect(await (await stale.get('/read')).json()).toEqual({});
    });

    test('regenerate() gives another cookie with the same values', async () => {
      await using it = await start();
      const { browser } = it;
      await browser.get('/visits');
      const thief = browser.copy();
      await browser.get('/regenerate');
      expect(browser.cookies.get('session')).not.toBe(thief.cookies.get('session'));
      expect(await (await browser.get('/read')).json()).toEqual({ visits: 1 });
      if (store !== 'cookie') expect(await (await thief.get('/read')).json()).toEqual({});
    });

    test('invalidate() makes the browser forget it', async () => {
      await using it = await start();
      const { browser } = it;
      await browser.get('/visits');
      const copy = browser.copy();
      await browser.get('/invalidate');
      expect(browser.cookies.size).toBe(0);
      if (store !== 'cookie') expect(await (await copy.get('/read')).json()).toEqual({});
    });

    test('says which keys are too large', async () => {
      await using it = await start();
      const { browser } = it;
      const most = store === 'cookie' ? 2900 : 59_000;
      expect((await browser.get(`/big/${most}`)).status).toBe(200);
      expect((await browser.get(`/big/${most + 2000}`)).status).toBe(500);
      expect(it.app.reports).toEqual([
        expect.objectContaining({ code: 'E_SESSION_LARGE', message: expect.stringContaining('"big"') }),
      ]);
    });

    test('a change that comes too late is an error, not a loss', async () => {
      await using it = await start();
      await (await it.browser.get('/late')).text().catch(() => '');
      expect(it.app.reports).toEqual([expect.objectContaining({ code: 'E_SESSION_SENT' })]);
    });

    test.each(['map', 'set', 'inside'])('a Map or Set (%s) is an error, not a loss', async (kind) => {
      await using it = await start();
      expect((await it.browser.get(`/kinds/${kind}`)).status).toBe(500);
      expect(it.app.reports).toEqual([
        expect.objectContaining({ code: 'E_SESSION_VALUE', message: expect.stringContaining('"kinds"') }),
      ]);
    });

    test('a route without the middleware says what is missing', async () => {
      await using it = await start();
      expect((await it.browser.get('/outside')).status).toBe(500);
      expect(it.app.reports).toEqual([expect.objectContaining({ code: 'E_SESSION_CLOSED' })]);
    });

    test('keys can rotate without an end of sessions', async () => {
      const [old, fresh] = [
        'old-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM',
        'new-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM',
      ];
      if (store !== 'cookie') return;
      await using before = await start({ env: { APP_KEY: old } });
      await using rotated = await start({ env: { APP_KEY: fresh, APP_PREVIOUS_KEYS: old } });
      await using last = await start({ env: { APP_KEY: fresh } });
      await before.browser.get('/visits');
      const browser = before.browser.copy(rotated.app);
      expect(await (await browser.get('/visits')).json()).toMatchObject({ visits: 2 });
      expect(await (await browser.copy(last.app).get('/visits')).json()).toMatchObject({ visits: 3 });
    });

    if (store !== 'cookie') {
      test('two requests at once do not lose the values of each other', async () => {
        await using it = await start();
        const { browser } = it;
        await browser.get('/visits');
        await Promise.all([browser.get('/put/a'), browser.get('/put/b')]);
        expect(Object.keys((await (await browser.get('/read')).json()) as object).toSorted()).toEqual([
          'a',
          'b',
          'visits',
        ]);
      });

      test('a session that was ended in the meantime does not come back', async () => {
        await using it = await start();
        const { browser } = it;
        await browser.get('/visits');
        const other = browser.copy();
        const slow = other.get('/put/a');
        while (waiting.size === 0) await new Promise((resolve) => setImmediate(resolve));
        await browser.get('/invalidate');
        for (const go of waiting.values()) go();
        const reply = await slow;
        expect(reply.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')]);
        expect(await (await new Browser(it.app, browser.cookies).get('/read')).json()).toEqual({});
        expect(other.cookies.size).toBe(0);
      });
    }
  },
);

describe.each(drivers)('forms on the %s driver', (driver) => {
  const rules = defineRules({ title: 'required|min_len:3', 'tags.*': 'min_len:2' });
  const formSite = (options: SiteOptions = {}) =>
    site({
      driver,
      ...options,
      register: ({ facades, middleware }) => {
        facades
          .Route()
          .middleware(middleware.session())
          .group((route) => {
            route.delete('/posts', () => ({ deleted: true }));
            route.get('/new', (ctx) => {
              const session = ctx.request().session();
              return {
                title: session.old('title'),
                tag: session.old('tags.0'),
                password: session.old('password'),
                error: session.error('title'),
                all: session.errors(),
              };
            });
            route.post('/posts', async (ctx) => {
              await ctx.request().validated(rules);
              return ctx.response().redirect(303, '/posts');
            });
            route.put('/posts', () => ({ put: true }));
            route.post('/own', (ctx) => {
              ctx
                .request()
                .session()
                .withErrors({ email: ['Wrong.'] })
                .withInput({ title: 'Kept' });
              return ctx.response().back('/new');
            });
          });
      },
    });
  const from = { referer: 'http://localhost/new' };

  test('a form that is not valid goes back, once, with its input and its errors, but without passwords', async () => {
    await using app = await formSite();
    const browser = new Browser(app);
    const refused = await browser.post(
      '/posts',
      { title: 'ab', 'tags[]': 'x', password: 'hunter2', _token: 'x' },
      from,
    );
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/new']);
    expect(await refused.text()).toBe('');
    const page = await (await browser.get('/new')).json();
    expect(page).toMatchObject({ title: 'ab', tag: 'x', password: '', error: expect.stringContaining('3') });
    expect(await (await browser.get('/new')).json()).toEqual({ title: '', tag: '', password: '', error: '', all: {} });
  });

  test('clients of JSON, and browsers that do not say where they were, get 422 as ever', async () => {
    await using app = await formSite();
    const browser = new Browser(app);
    const json = await browser.post('/posts', { title: 'ab' }, { ...from, accept: 'application/json' });
    expect([json.status, json.headers.get('content-type')]).toEqual([422, 'application/json; charset=utf-8']);
    for (const referer of [
      '',
      'https://evil.test/new',
      'http://localhost.evil.test/',
      'http://localhost@evil.test/',
      '//evil.test',
      '/new',
      'javascript:alert(1)',
      'data:text/html,x',
    ])
      expect([referer, (await browser.post('/posts', { title: 'ab' }, { referer })).status]).toEqual([referer, 422]);
    expect(browser.cookies.size).toBe(0);
  });

  test('input that is too large for the cookie is left out, and the log says so', async () => {
    await using app = await formSite();
    const browser = new Browser(app);
    const refused = await browser.post('/posts', { title: 'ab', text: 'x'.repeat(5000) }, from);
    expect(refused.status).toBe(303);
    expect(await (await browser.get('/new')).json()).toMatchObject({ title: '', error: expect.stringContaining('3') });
    expect(app.reports).toEqual([expect.objectContaining({ code: 'E_SESSION_OLD_INPUT' })]);
  });

  test('back() goes to a page of this site, or to the fallback', async () => {
    await using app = await formSite();
    const browser = new Browser(app);
    const goesTo = async (referer: string) => (await browser.post('/own', {}, { referer })).headers.get('location');
    expect(await goesTo('http://localhost/new?page=2')).toBe('/new?page=2');
    // Behind a proxy that ends TLS, the browser knows another scheme than the server.
    expect(await goesTo('https://localhost/new')).toBe('/new');
    // As a path, it would name a host.
    expect(await goesTo('http://localhost//evil.test/x')).toBe('http://localhost//evil.test/x');
    for (const referer of [
      '',
      'https://evil.test/',
      'http://localhost:81/',
      'http://localhost@evil.test/',
      '\\\\evil.test',
      'javascript:alert(1)',
      '/\\evil.test',
      'http:evil.test',
    ])
      expect([referer, (await browser.post('/own', {}, { referer })).headers.get('location')]).toEqual([
        referer,
        '/new',
      ]);
    expect(await (await browser.get('/new')).json()).toMatchObject({ title: 'Kept', all: { email: ['Wrong.'] } });
  });

  test('a form sends other methods by _method in its address', async () => {
    await using app = await formSite();
    const browser = new Browser(app);
    expect(await (await browser.post('/posts?_method=PUT')).json()).toEqual({ put: true });
    expect(await (await browser.post('/posts?page=2&_method=delete')).json()).toEqual({ deleted: true });
    // Another site cannot use it.
    expect((await browser.post('/posts?_method=DELETE', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await browser.get('/posts?_method=PUT')).status).toBe(405);
    expect((await browser.post('/posts?_method=GET')).status).toBe(422);
    expect(
      (
        await browser.send('POST', '/posts?_method=put', '{}', {
          'content-type': 'application/json',
          accept: 'application/json',
        })
      ).status,
    ).toBe(422);
  });
});
