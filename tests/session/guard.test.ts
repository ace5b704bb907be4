import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { type Application, hasCode } from '@taproot/core';
import { sql } from '@taproot/database';
import { routing } from '@taproot/routing';
import { session } from '@taproot/session';
import { testApplication } from '@taproot/testing';
import { drivers } from '../support/drivers.ts';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { Browser, type SiteOptions, site } from './support.ts';

const stores = ['cookie', 'database', ...((await hasRedis()) ? (['redis'] as const) : [])] as const;

const register = ({ facades, middleware }: Application): void => {
  const route = facades.Route();
  route.middleware(middleware.session()).group((pages) => {
    pages.get('/guest', (ctx) => ({ cart: (ctx.request().session().put('visits', 1), 1) }));
    pages.post('/login', async (ctx) => {
      const web = facades.Auth(ctx).guard('web');
      const request = ctx.request();
      const user = await web.verify({ email: request.input('email'), password: request.input('password') });
      if (user === null) return ctx.response().noContent(401);
      await web.login(user, { remember: request.inputBool('remember') });
      return ctx.response().redirect(303, request.query('next') || '/me', '/me');
    });
    pages.middleware(middleware.auth('web')).group((inside) => {
      inside.get('/me', async (ctx) => ({
        id: await facades.Auth(ctx).id(),
        visits: ctx.request().session().get('visits'),
      }));
      inside.post('/logout', async (ctx) => {
        await facades.Auth(ctx).logout();
        return ctx.response().redirect(303, '/');
      });
      inside.post('/password', async (ctx) => {
        const user = await facades.Auth(ctx).user();
        if (user !== null) await facades.Auth(ctx).forgetRemembered(user);
        const ended = await facades
          .Session()
          .endAll((await facades.Auth(ctx).id()) ?? '', { except: ctx.request().session().id() });
        return { ended };
      });
      inside.get('/sessions', async (ctx) => ({
        list: await facades.Session().ofUser((await facades.Auth(ctx).id()) ?? ''),
        own: ctx.request().session().id(),
      }));
    });
    pages
      .middleware(middleware.auth('web', 'token'))
      .get('/either', async (ctx) => ({ id: await facades.Auth(ctx).id(), guard: ctx.value('auth')?.guard }));
    pages
      .middleware(middleware.auth({ guards: ['web', 'token'], optional: true }))
      .get('/maybe', async (ctx) => ({ id: await facades.Auth(ctx).id() }));
  });
  route.middleware(middleware.auth('web')).get('/no-session', () => ({ ok: true }));
};

const ada = { email: 'ada@example.com', password: 'secret' };

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

afterEach(() => {
  jest.useRealTimers();
});

const open = (options: SiteOptions) => site({ register, ...options });
const json = { accept: 'application/json' };

describe.each(drivers.flatMap((driver) => stores.map((store) => [store, driver] as const)))(
  'logins in the store %s (%s)',
  (store, driver) => {
    test('a user logs in, is known, and logs out', async () => {
      await using app = await open({ store, driver });
      const browser = new Browser(app);
      expect((await browser.get('/me', json)).status).toBe(401);
      expect((await browser.post('/login', { ...ada, password: 'wrong' })).status).toBe(401);
      expect((await browser.get('/me', json)).status).toBe(401);
      expect((await browser.post('/login', ada)).status).toBe(303);
      expect(await (await browser.get('/me')).json()).toEqual({ id: '1', visits: null });
      expect((await browser.post('/logout')).status).toBe(303);
      expect(browser.cookies.size).toBe(0);
      expect((await browser.get('/me', json)).status).toBe(401);
    });

    test('fixation: a cookie from before the login is worth nothing after it, and the values stay', async () => {
      await using app = await open({ store, driver });
      const victim = new Browser(app);
      await victim.get('/guest');
      const attacker = victim.copy();
      await victim.post('/login', ada);
      expect(victim.cookies.get('session')).not.toBe(attacker.cookies.get('session'));
      expect(await (await victim.get('/me')).json()).toEqual({ id: '1', visits: 1 });
      expect((await attacker.get('/me', json)).status).toBe(401);
      // A cookie of the attacker's choice is not adopted either.
      const planted = new Browser(app, new Map([['session', 'A'.repeat(43)]]));
      await planted.post('/login', ada);
      expect(planted.cookies.get('session')).not.toBe('A'.repeat(43));
    });

    test('a remembered browser logs in again after its session, each time with another token', async () => {
      await using app = await open({ store, driver });
      const browser = new Browser(app);
      await browser.post('/login', { ...ada, remember: '1' });
      const first = browser.cookies.get('remember-web') ?? '';
      expect(first).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
      browser.cookies.delete('session');
      expect(await (await browser.get('/me')).json()).toMatchObject({ id: '1' });
      const second = browser.cookies.get('remember-web') ?? '';
      expect(second).not.toBe(first);
      expect(browser.cookies.has('session')).toBe(true);
      expect((await browser.get('/me')).headers.getSetCookie()).toEqual([]);
    });

    test('two tabs that wake at once are both remembered, and none is taken for a thief', async () => {
      await using app = await open({ store, driver });
      const browser = new Browser(app);
      await browser.post('/login', { ...ada, remember: '1' });
      browser.cookies.delete('session');
      const tabs = [browser.copy(), browser.copy(), browser.copy()];
      const replies = await Promise.all(tabs.map((tab) => tab.get('/me')));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(app.reports).toEqual([]);
      for (const reply of replies) browser.take(reply);
      browser.cookies.delete('session');
      expect((await browser.get('/me')).status).toBe(200);
    });

    test('a token that comes back late ends its series, and the log says so', async () => {
      await using app = await open({ store, driver });
      const browser = new Browser(app);
      await browser.post('/login', { ...ada, remember: '1' });
      browser.cookies.delete('session');
      const thief = browser.copy();
      await browser.get('/me');
      after(61);
      thief.cookies.delete('session');
      expect((await thief.get('/me', json)).status).toBe(401);
      expect(app.reports).toEqual([expect.objectContaining({ code: 'E_AUTH_REMEMBER_REUSED' })]);
      browser.cookies.delete('session');
      expect((await browser.get('/me', json)).status).toBe(401);
    });

    test('a logout ends what remembers, also in a copy', async () => {
      await using app = await open({ store, driver });
      const browser = new Browser(app);
      await browser.post('/login', { ...ada, remember: '1' });
      const copy = browser.copy();
      await browser.post('/logout');
      expect(browser.cookies.size).toBe(0);
      copy.cookies.delete('session');
      expect((await copy.get('/me', json)).status).toBe(401);
    });

    test('a user who was deleted is a guest', async () => {
      await using app = await open({ store, driver });
      const browser = new Browser(app);
      await browser.post('/login', { ...ada, remember: '1' });
      await sql`delete from users`.execute(app.facades.DB());
      expect((await browser.get('/me', json)).status).toBe(401);
      browser.cookies.delete('session');
      expect((await browser.get('/me', json)).status).toBe(401);
    });

    test('one of several guards lets a request in', async () => {
      await using app = await open({ store, driver });
      const browser = new Browser(app);
      const { access_token: token } = await app.facades
        .Auth()
        .issue({ id: 2, email: 'bob@example.com' }, { guard: 'token' });
      const bearer = { authorization: `Bearer ${token}`, ...json };
      expect((await browser.get('/either', json)).status).toBe(401);
      expect(await (await browser.get('/either', bearer)).json()).toEqual({ id: '2', guard: 'token' });
      await browser.post('/login', ada);
      expect(await (await browser.get('/either', bearer)).json()).toEqual({ id: '1', guard: 'web' });
      const wrong = await new Browser(app).get('/either', { ...json, authorization: `Bearer ${'x'.repeat(43)}` });
      expect([wrong.status, await wrong.json()]).toEqual([401, expect.objectContaining({ code: 'E_TOKEN_INVALID' })]);
      expect(await (await new Browser(app).get('/maybe', json)).json()).toEqual({ id: null });
      expect(await (await new Browser(app).get('/maybe', bearer)).json()).toEqual({ id: '2' });
    });

    test('browsers of guests go to the page of the login, and from there to where they wanted', async () => {
      await using app = await open({
        store,
        driver,
        auth: { guards: { web: { driver: 'session', login_page: '/login' } } },
      });
      const browser = new Browser(app);
      const sent = await browser.get('/me?a=1&b=ä');
      expect([sent.status, sent.headers.get('location')]).toEqual([303, '/login?next=%2Fme%3Fa%3D1%26b%3D%25C3%25A4']);
      expect((await browser.get('/me', json)).status).toBe(401);
      for (const [next, location] of [
        ['/me?a=1', '/me?a=1'],
        ['//evil.test', '/me'],
        ['https://evil.test', '/me'],
        ['/\\evil.test', '/me'],
        ['javascript:alert(1)', '/me'],
      ])
        expect((await browser.post(`/login?next=${encodeURIComponent(next ?? '')}`, ada)).headers.get('location')).toBe(
          location,
        );
    });

    test('a route without a session says what is missing', async () => {
      await using app = await open({ store, driver });
      expect((await new Browser(app).get('/no-session')).status).toBe(500);
      expect(app.reports).toEqual([expect.objectContaining({ code: 'E_AUTH_SESSION_CLOSED' })]);
    });

    test('the sessions of a user are listed and ended', async () => {
      await using app = await open({ store, driver });
      const [one, two, other] = [new Browser(app), new Browser(app), new Browser(app)];
      await one.post('/login', { ...ada, remember: '1' });
      await two.post('/login', { ...ada, remember: '1' });
      await other.post('/login', { ...ada, email: 'bob@example.com' });
      if (store === 'cookie') {
        expect((await one.post('/password')).status).toBe(500);
        return expect(app.reports).toEqual([expect.objectContaining({ code: 'E_SESSION_UNLISTED' })]);
      }
      const { list, own } = (await (await one.get('/sessions')).json()) as {
        list: { id: string; began: number }[];
        own: string;
      };
      expect(list.map(({ id }) => id)).toContain(own);
      expect(list).toHaveLength(2);
      expect(await (await one.post('/password')).json()).toEqual({ ended: 1 });
      expect((await one.get('/me')).status).toBe(200);
      expect((await two.get('/me', json)).status).toBe(401);
      expect((await other.get('/me')).status).toBe(200);
      expect(
        (await app.facades.Session().end(list[0]?.id ?? '')) || (await app.facades.Session().end(list[1]?.id ?? '')),
      ).toBe(true);
      expect(await app.facades.Session().ofUser(1)).toEqual([]);
    });
  },
);

const failures = (app: { readonly reports: readonly unknown[] }) =>
  app.reports.filter((error) => hasCode(error, 'E_SESSION_STORE_FAILED'));

test('two forms that are sent twice at once log in once each, and both cookies work', async () => {
  await using app = await open({ store: 'database' });
  const [one, two] = [new Browser(app), new Browser(app)];
  await one.get('/guest');
  two.cookies.set('session', one.cookies.get('session') ?? '');
  const replies = await Promise.all([one.post('/login', ada), two.post('/login', ada)]);
  expect(replies.map(({ status }) => status)).toEqual([303, 303]);
  expect([(await one.get('/me')).status, (await two.get('/me')).status]).toEqual([200, 200]);
});

test('while the table of sessions is gone, a session is 503 and a guest is served', async () => {
  await using app = await open({ store: 'database' });
  const browser = new Browser(app);
  await browser.post('/login', ada);
  await sql`drop table sessions`.execute(app.facades.DB());
  expect((await browser.get('/me', json)).status).toBe(503);
  expect((await new Browser(app).get('/me', json)).status).toBe(401);
  expect(failures(app)).toHaveLength(1);
});

((await hasRedis()) ? test : test.skip)(
  'while Redis is killed or frozen, a session is 503, and afterwards as before',
  async () => {
    const server = await RedisServer.start();
    try {
      await using app = await open({ store: 'redis', redisUrl: server.url, session: { timeout: 0.3 } });
      const browser = new Browser(app);
      await browser.post('/login', ada);
      server.freeze();
      expect((await browser.get('/me', json)).status).toBe(503);
      // The next one does not wait.
      expect((await browser.get('/me', json)).status).toBe(503);
      expect((await new Browser(app).get('/me', json)).status).toBe(401);
      server.thaw();
      while ((await browser.get('/me')).status !== 200) await new Promise((resolve) => setImmediate(resolve));
      await server.kill();
      expect((await browser.get('/me', json)).status).toBe(503);
      expect((await browser.post('/login', ada)).status).toBe(503);
      // The reason is told once, beside each response.
      expect(failures(app)).toHaveLength(1);
      await server.start();
      // A Redis without memory has no session any more: the user is a guest, not somebody else.
      while ((await browser.get('/me', json)).status === 503) await new Promise((resolve) => setImmediate(resolve));
      expect((await browser.get('/me', json)).status).toBe(401);
    } finally {
      await server.kill();
    }
  },
);

test('a guard of sessions without sessions stops the boot', async () => {
  const starts = testApplication({
    plugins: [routing({ listen: false }), auth()],
    config: {
      auth: { default: 'web', guards: { web: { driver: 'session' } }, providers: { users: { driver: 'none' } } },
    },
    register: ({ facades, middleware }) => {
      facades.Auth().provider('none', () => ({ findById: () => null, findByCredentials: () => null, idOf: () => '1' }));
      facades
        .Route()
        .middleware(middleware.auth())
        .get('/', () => ({ ok: true }));
    },
  });
  await expect(starts).rejects.toMatchObject({ code: 'E_AUTH_SESSION_MISSING' });
});

test('without the plugin of its store, the first route with a session stops the boot', async () => {
  const boot = (store: 'cookie' | 'redis' | 'database') =>
    testApplication({
      plugins: [routing({ listen: false }), session({ store })],
      register: ({ middleware }) => void middleware.session(),
    });
  await expect(boot('cookie')).rejects.toMatchObject({ code: 'E_SEALS_MISSING' });
  await expect(boot('redis')).rejects.toMatchObject({ code: 'E_REDIS_MISSING' });
  await expect(boot('database')).rejects.toMatchObject({ code: 'E_SESSION_ROWS' });
});

test('wrong settings stop the boot', async () => {
  const wrong: Parameters<typeof session>[0][] = [
    { lifetime: 0 },
    { lifetime: '2d', max_lifetime: '1d' },
    { timeout: 0 },
    { max_size: 0.5 },
    { cookie: { same_site: 'none', secure: false } },
    { cross_origin: { trusted: ['https://example.com/'] } },
    { cross_origin: { trusted: ['example.com'] } },
  ];
  for (const config of wrong)
    await expect(testApplication({ plugins: [routing({ listen: false }), session(config)] })).rejects.toMatchObject({
      code: 'E_SESSION_SETTING',
    });
});
