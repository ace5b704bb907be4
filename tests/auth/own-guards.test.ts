import { createHash } from 'node:crypto';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type AuthUser, auth, type Guard, type GuardFactory, type Login } from '@taproot/auth';
import { type Context, FrameworkError } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';
import { drivers } from '../support/drivers.ts';
import { bootAuth, codes, faultOf, type SetupOptions, users, withAuth } from './support/application.ts';
import { clockAt } from './support/clock.ts';
import { loginRoutes } from './support/routes.ts';

/** What the guard was given, call by call. */
interface Calls {
  readonly seen: (readonly [method: string, ctx: Context | null])[];
  readonly factory: GuardFactory;
}

/** Sessions of a server, with a cookie each, and a second one that renews them. */
const sessionGuard = (): Calls => {
  const seen: Calls['seen'] = [];
  const sessions = new Map<string, string>();
  let made = 0;
  const factory: GuardFactory = ({ name, provider }): Guard => {
    const open = (user: AuthUser, ctx: Context | null): Login => {
      const session = `s${++made}`;
      sessions.set(session, provider.idOf(user));
      ctx?.response().cookie('sid', session, { httpOnly: true }).cookie('renew', `r-${session}`, { path: '/refresh' });
      const identity = { guard: name, id: provider.idOf(user), user, issuedAt: null, expiresAt: null, session };
      return { tokens: { access_token: session, token_type: 'Bearer' }, identity: { ...identity, abilities: null } };
    };
    const userOf = (session: string) => provider.findById(sessions.get(session) ?? '');
    return {
      identify: async (ctx) => {
        const session = ctx.request().cookie('sid');
        const user = await userOf(session);
        if (user === null) return null;
        const id = provider.idOf(user);
        return { guard: name, id, user, issuedAt: null, expiresAt: null, session, abilities: null };
      },
      issue: async (user, _options, ctx) => {
        seen.push(['issue', ctx]);
        return open(user, ctx);
      },
      login: async (user, ctx) => {
        seen.push(['login', ctx]);
        return open(user, ctx);
      },
      refresh: async (token, ctx) => {
        seen.push(['refresh', ctx]);
        const user = await userOf(token.slice(2));
        if (user === null) throw new Error('unknown');
        sessions.delete(token.slice(2));
        return open(user, ctx);
      },
      logout: async ({ session }, ctx) => {
        seen.push(['logout', ctx]);
        sessions.delete(session);
        ctx.response().withoutCookie('sid');
      },
    };
  };
  return { seen, factory };
};

const setUp = ({ factory }: Calls, contexts: Context[], driver: string): SetupOptions => ({
  driver,
  config: { auth: { default: 'shop', guards: { shop: { driver: 'shop' } } } },
  callback: ({ facades }) => void facades.Auth().extend('shop', factory),
  routes: (route, { facades, middleware }) => {
    const note = (ctx: Context) => {
      contexts.push(ctx);
      return ctx.response().noContent();
    };
    route.post('/login', async (ctx) => {
      await facades.Auth(ctx).login(users[0]);
      return note(ctx);
    });
    route.post('/attempt', async (ctx) => {
      const tokens = await facades.Auth(ctx).attempt(ctx.request().only('email', 'password'));
      return tokens === null ? ctx.response().json(401, {}) : note(ctx);
    });
    route.post('/refresh', async (ctx) => {
      await facades.Auth(ctx).refresh(ctx.request().cookie('renew'));
      return note(ctx);
    });
    const inside = route.middleware(middleware.auth());
    inside.get('/me', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).user()));
    inside.post('/logout', async (ctx) => {
      await facades.Auth(ctx).logout();
      return note(ctx);
    });
  },
});

describe.each(drivers)('D-3: a guard with a cookie on the %s driver', (driver) => {
  test('gets the context of each call, and sets and takes back its cookies', async () => {
    const calls = sessionGuard();
    const contexts: Context[] = [];
    await withAuth(setUp(calls, contexts, driver), async ({ app }) => {
      const as = (sid: string) => http(app).withHeader('Cookie', `sid=${sid}; renew=r-${sid}`);
      const first = await http(app).post('/login').assertNoContent();
      expect(first.headers.getSetCookie()).toEqual(['sid=s1; Path=/; HttpOnly', 'renew=r-s1; Path=/refresh']);
      expect(first.headers.get('cache-control')).toBe('no-store');
      await as('s1').get('/me').assertOk();
      await as('s7').get('/me').assertUnauthorized();

      const second = await http(app).post('/attempt', { email: 'bob@example.com', password: 'bob-secret' });
      expect(second.cookie('sid')?.value).toBe('s2');
      expect((await as('s2').get('/me')).json()).toMatchObject({ id: 2 });
      await http(app).post('/attempt', { email: 'bob@example.com', password: 'x' }).assertUnauthorized();

      const renewed = await as('s2').post('/refresh').assertNoContent();
      expect(renewed.cookie('sid')?.value).toBe('s3');
      await as('s2').get('/me').assertUnauthorized();

      const ended = await as('s3').post('/logout').assertNoContent();
      expect(ended.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^sid=;.*(?:Max-Age=0|Expires=Thu, 01 Jan 1970)/),
      ]);
      await as('s3').get('/me').assertUnauthorized();

      expect(calls.seen.map(([method]) => method)).toEqual(['login', 'issue', 'refresh', 'logout']);
      expect(calls.seen.every(([, ctx], at) => ctx === contexts[at])).toBe(true);
    });
  });
});

test('D-3: a guard has no context where there is no request', async () => {
  const calls = sessionGuard();
  await withAuth(setUp(calls, [], 'koa'), async ({ app }) => {
    await app.facades.Auth().issue(users[0]);
    expect(calls.seen).toEqual([['issue', null]]);
    expect(await faultOf(() => app.facades.Auth().issue(users[0], { guard: 'sesion' }))).toMatchObject({
      code: 'E_AUTH_GUARD',
    });
  });
});

const table = 'personal_access_tokens';

const routes: SetupOptions['routes'] = (route, { facades, middleware }) => {
  route.post('/tokens', async (ctx) => {
    const abilities = ctx.request().queryArray('can');
    const options = { name: 'laptop', ...(abilities.length === 0 ? {} : { abilities }) };
    return ctx.response().json(200, await facades.Auth(ctx).guard('token').issue(users[0], options));
  });
  const inside = route.middleware(middleware.auth('token'));
  inside.get('/me', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).user()));
  inside.delete('/me', async (ctx) => {
    await facades.Auth(ctx).logout();
    return ctx.response().noContent();
  });
  inside.middleware(middleware.tokenCan('write')).post('/posts', (ctx) => ctx.response().noContent());
};

afterEach(() => void jest.useRealTimers());

test('the table has the hash of a token, and never the token', async () => {
  await withAuth({ routes }, async ({ app, rows }) => {
    const { access_token: token, ...rest } = (await http(app).post('/tokens')).json<{ access_token: string }>();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(rest).toEqual({ token_type: 'Bearer' });
    const [row] = rows.tables.get(table) ?? [];
    expect(row).toMatchObject({
      hash: createHash('sha256').update(token).digest('hex'),
      name: 'laptop',
      guard: 'token',
      user_id: '1',
      abilities: null,
      expires_at: null,
    });
    expect(JSON.stringify(row)).not.toContain(token);
    const me = await http(app).withToken(token).get('/me');
    expect([me.status, me.json()]).toEqual([200, users[0]]);
    expect(
      (
        await http(app)
          .withToken(`${token.slice(0, -1)}_`)
          .get('/me')
      ).status,
    ).toBe(401);
    expect((await http(app).withToken(String(row?.['hash'])).get('/me')).status).toBe(401);
  });
});

test('a token allows what it was issued for; one without a list, everything', async () => {
  await withAuth({ routes }, async ({ app }) => {
    const issue = async (query: string) =>
      (await http(app).post(`/tokens${query}`)).json<{ access_token: string }>().access_token;
    const post = async (token: string) => (await http(app).withToken(token).post('/posts')).status;
    expect(await post(await issue(''))).toBe(204);
    expect(await post(await issue('?can=read&can=write'))).toBe(204);
    const reader = await http(app)
      .withToken(await issue('?can=read'))
      .post('/posts');
    expect(reader.status).toBe(403);
    expect(reader.headers.get('www-authenticate')).toBe('Bearer realm="Taproot", error="insufficient_scope"');
  });
});

test('a token is gone after a logout, after its time, and with its user', async () => {
  const config = { auth: { guards: { token: { driver: 'token' as const, lifetime: '10m' } } } };
  await withAuth({ routes, config }, async ({ app, rows }) => {
    const issue = async () => (await http(app).post('/tokens')).json<{ access_token: string; expires_in: number }>();
    const open = async (token: string) => (await http(app).withToken(token).get('/me')).status;
    const { access_token: first, expires_in: seconds } = await issue();
    expect(seconds).toBe(600);
    expect((await http(app).withToken(first).delete('/me')).status).toBe(204);
    expect([await open(first), rows.tables.get(table)]).toEqual([401, []]);
    const { access_token: second } = await issue();
    expect(await open(second)).toBe(200);
    clockAt(Date.now() + 600_000);
    expect(await open(second)).toBe(401);
    jest.useRealTimers();
    expect(await open(second)).toBe(200);
    await rows.delete('users', { id: 1 });
    expect(await open(second)).toBe(401);
  });
});

test('a list of abilities that the database gives parsed still limits', async () => {
  await withAuth({ routes }, async ({ app, rows }) => {
    const { access_token: token } = (await http(app).post('/tokens?can=read')).json<{ access_token: string }>();
    const post = async () => (await http(app).withToken(token).post('/posts')).status;
    const keep = (abilities: unknown) => {
      const [row] = rows.tables.get(table) ?? [];
      rows.tables.set(table, [{ ...row, abilities }]);
    };
    keep(['read']);
    expect(await post()).toBe(403);
    keep(['read', 'write']);
    expect(await post()).toBe(204);
    keep({ write: true });
    expect(await post()).toBe(403);
  });
});

test('a token with a lifetime that is none is not issued', async () => {
  await withAuth({ routes }, async ({ app, rows }) => {
    const issue = (options: object) => app.facades.Auth().issue(users[0], { guard: 'token', ...options });
    for (const lifetime of [0, -1, '0s', Number.POSITIVE_INFINITY, '101w'.repeat(3), Number.NaN, '5', 'soon', null])
      expect((await faultOf(() => issue({ lifetime }))).code).toMatch(/^E_(?:AUTH_LIFETIME|DURATION_INVALID)$/);
    expect((await faultOf(() => issue({ lifetime: 0 }))).code).toBe('E_AUTH_LIFETIME');
    expect((await faultOf(() => issue({ lifetime: '5300w' }))).code).toBe('E_AUTH_LIFETIME');
    expect(rows.tables.get(table)).toBeUndefined();
    expect((await issue({ lifetime: 30 })).expires_in).toBe(30);
    expect((await issue({ lifetime: '1500ms' })).expires_in).toBe(2);
    expect((await issue({})).expires_in).toBeUndefined();
  });
});

test('a note that cannot be taken is reported, and the request goes on', async () => {
  await withAuth({ routes }, async ({ app, rows, reports }) => {
    const { access_token: token } = (await http(app).post('/tokens')).json<{ access_token: string }>();
    rows.update = () => Promise.reject(new Error('read-only'));
    expect((await http(app).withToken(token).get('/me')).status).toBe(200);
    expect(codes(reports)).toEqual(['Error: read-only']);
  });
});

test('when a token was last used is noted once a minute', async () => {
  await withAuth({ routes }, async ({ app, rows }) => {
    const { access_token: token } = (await http(app).post('/tokens')).json<{ access_token: string }>();
    const open = () => http(app).withToken(token).get('/me');
    const used = () => rows.tables.get(table)?.[0]?.['last_used_at'];
    expect(used()).toBeNull();
    await open();
    const first = used();
    const asked = rows.asked;
    await open();
    expect([used(), rows.asked - asked]).toEqual([first, 2]);
    clockAt(Date.now() + 61_000);
    await open();
    expect(Number(used()) - Number(first)).toBeGreaterThanOrEqual(60);
  });
});

const token = async (app: Parameters<typeof http>[0]): Promise<string> => {
  const reply = await http(app).post('/login', { email: 'ada@example.com', password: 'ada-secret' });
  return reply.json<{ access_token: string }>().access_token;
};

test('an API may call its tokens otherwise', async () => {
  await withAuth({ config: { auth: { scheme: 'Token' } }, routes: loginRoutes }, async ({ app }) => {
    const access = await token(app);
    await http(app).withToken(access, 'Token').get('/me').assertOk();
    await http(app).withToken(access, 'token').get('/me').assertOk();
    await http(app)
      .withToken(access, 'Bearer')
      .get('/me')
      .assertUnauthorized()
      .assertHeader('WWW-Authenticate', /^Token realm="Taproot"/);
  });
});

test.each(['', 'two words', 'a"b', 'é'])('%j is no scheme', async (scheme) => {
  const routes = loginRoutes;
  const boot = bootAuth({ config: { auth: { scheme } }, routes });
  await expect(boot).rejects.toThrow(FrameworkError);
  await expect(boot).rejects.toMatchObject({ code: 'E_AUTH_SETTING' });
});

test('what every character of a scheme means is itself', async () => {
  await withAuth({ config: { auth: { scheme: 'a.b' } }, routes: loginRoutes }, async ({ app }) => {
    const access = await token(app);
    await http(app).withToken(access, 'a.b').get('/me').assertOk();
    await http(app).withToken(access, 'axb').get('/me').assertUnauthorized();
  });
});

test('where auth is optional guests come in, users are known, and a bad token is refused', async () => {
  const routes: typeof loginRoutes = (route, app) => {
    loginRoutes(route, app);
    route
      .middleware(app.middleware.auth({ optional: true }))
      .get('/open', async (ctx) => ctx.response().json(200, { id: await app.facades.Auth(ctx).id() }));
  };
  await withAuth({ routes }, async ({ app }) => {
    await http(app).get('/open').assertOk().assertExactJson({ id: null });
    await http(app)
      .withToken(await token(app))
      .get('/open')
      .assertOk()
      .assertExactJson({ id: '1' });
    await http(app).withToken('no.real.token').get('/open').assertUnauthorized();
  });
});

const usersOfActing = () =>
  definePlugin({
    name: 'users',
    after: ['auth'],
    apply: (app) =>
      void app.facades.Auth().provider('fixed', () => ({
        findById: () => null,
        findByCredentials: () => null,
        idOf: (user) => String(Object(user).id),
      })),
  });

const secret = 'a secret of tests, which nobody else has: 1234567890';
const config = {
  auth: {
    guards: { web: { driver: 'jwt', provider: 'fixed', secret }, admin: { driver: 'jwt', provider: 'fixed', secret } },
    default: 'web',
    providers: { fixed: { driver: 'fixed' } },
  },
};

const boot = (env: Record<string, string> = {}) =>
  testApplication({
    plugins: [routing(), auth(), usersOfActing()],
    config,
    env,
    register: ({ facades, middleware }) => {
      const route = facades.Route();
      route.get('/free', async (ctx) => ctx.response().json(200, { id: await facades.Auth(ctx).id() }));
      route
        .middleware(middleware.auth())
        .get('/me', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).user()));
      route.middleware(middleware.auth('admin')).get('/admin', (ctx) => ctx.response().noContent());
    },
  });

test('a test sends requests in the name of a user, by the default guard or a named one', async () => {
  await using app = await boot();
  const client = http(app).actingAs({ id: 7 });
  await client.get('/me').assertOk().assertExactJson({ id: 7 });
  await client.get('/free').assertExactJson({ id: '7' });
  await client.get('/admin').assertUnauthorized();
  await http(app).actingAs({ id: 7 }, 'admin').get('/admin').assertNoContent();
  await http(app).get('/me').assertUnauthorized();
});

test('nobody acts outside of tests, or without auth', async () => {
  await using app = await boot({ APP_ENV: 'development' });
  expect(() => http(app).actingAs({ id: 7 })).toThrow('it does not run with APP_ENV=testing');
  await using bare = await testApplication({ plugins: [routing()] });
  expect(() => http(bare).actingAs({ id: 7 })).toThrow('it has no plugin auth');
});
