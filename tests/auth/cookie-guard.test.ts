import { describe, expect, test } from '@jest/globals';
import type { AuthUser, Guard, GuardFactory, Login } from '@taproot/auth';
import type { Context } from '@taproot/core';
import { http } from '@taproot/testing';
import { faultOf, type SetupOptions, users, withAuth } from './support/application.ts';

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
  config: { auth: { default: 'session', guards: { session: { driver: 'session' } } } },
  callback: ({ facades }) => void facades.Auth().extend('session', factory),
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

describe.each(['koa', 'fastify'])('D-3: a guard with a cookie on the %s driver', (driver) => {
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
