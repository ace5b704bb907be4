import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Application, Config, Context } from '@taproot/core';
import { http } from '@taproot/testing';
import { boot } from '../../app-skeleton/bootstrap/app.ts';
import { drivers } from '../support/drivers.ts';
import { type Setup, withAuth as withAuthOn } from './support/application.ts';
import { clockAt } from './support/clock.ts';
import { loginRoutes } from './support/routes.ts';

interface Pair {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: string;
}

const login = async (app: Application, email = 'ada@example.com', password = 'ada-secret'): Promise<Pair> => {
  const response = await http(app).post('/login', { email, password });
  expect(response.status).toBe(200);
  return response.json<Pair>();
};

describe.each(drivers)('on the %s driver', (driver) => {
  const withAuth = (work: (setup: Setup) => Promise<void>) => withAuthOn({ driver, routes: loginRoutes }, work);

  test('a login gives two tokens, and the access token opens the routes behind auth', async () => {
    await withAuth(async ({ app }) => {
      const reply = await http(app).post('/login', { email: 'ada@example.com', password: 'ada-secret' });
      expect(reply.headers.get('cache-control')).toBe('no-store');
      const tokens = reply.json<Pair>();
      expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      const me = await http(app).withToken(tokens.access_token).get('/me');
      expect([me.status, me.json()]).toEqual([200, { id: 1, email: 'ada@example.com' }]);
    });
  });

  test('without a token the reply is 401, with the challenge that RFC 6750 asks for', async () => {
    await withAuth(async ({ app }) => {
      const reply = await http(app).get('/me');
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="Taproot"');
      expect(reply.json()).toMatchObject({ code: 'E_UNAUTHENTICATED' });
      const page = await http(app).accept('text/html').get('/me');
      expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    });
  });

  test('a refresh token gives new tokens, once; the second time its whole login is revoked', async () => {
    await withAuth(async ({ app }) => {
      const first = await login(app);
      const refresh = (token: string) => http(app).withToken(token).post('/refresh');
      const second = (await refresh(first.refresh_token)).json<Pair>();
      expect((await http(app).withToken(second.access_token).get('/me')).status).toBe(200);
      const reused = await refresh(first.refresh_token);
      expect([reused.status, reused.json<{ code: string }>().code]).toEqual([401, 'E_TOKEN_REUSED']);
      for (const token of [first.access_token, second.access_token]) {
        const me = await http(app).withToken(token).get('/me');
        expect([me.status, me.json<{ code: string }>().code]).toEqual([401, 'E_TOKEN_REVOKED']);
      }
      expect((await refresh(second.refresh_token)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
      const other = await login(app);
      expect((await http(app).withToken(other.access_token).get('/me')).status).toBe(200);
    });
  });

  test('of many who use one refresh token at once, one gets tokens', async () => {
    await withAuth(async ({ app }) => {
      const { refresh_token: token } = await login(app);
      const replies = await Promise.all(Array.from({ length: 8 }, () => http(app).withToken(token).post('/refresh')));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(7);
    });
  });

  test('AU-2: within refresh_grace a used refresh token gives tokens of the same login, after it the login is revoked', async () => {
    const config: Config = { auth: { guards: { jwt: { driver: 'jwt', refresh_grace: '10s' } } } };
    await withAuthOn({ driver, routes: loginRoutes, config }, async ({ app }) => {
      const refresh = (token: string) => http(app).withToken(token).post('/refresh');
      const statusOf = async (token: string) => (await http(app).withToken(token).get('/me')).status;
      const now = Date.now();
      clockAt(now);
      try {
        const { refresh_token: token } = await login(app);
        const replies = await Promise.all(Array.from({ length: 4 }, () => refresh(token)));
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        // Each tab goes on with its own token, again twice at once.
        const tabs = replies.map((reply) => reply.json<Pair>());
        const next = await Promise.all([...tabs, ...tabs].map((tab) => refresh(tab.refresh_token)));
        expect(next.map(({ status }) => status)).toEqual(Array(8).fill(200));
        const last = next.map((reply) => reply.json<Pair>());
        clockAt(now + 9_900);
        expect((await refresh(token)).status).toBe(200);
        clockAt(now + 10_100);
        expect((await refresh(token)).json()).toMatchObject({ code: 'E_TOKEN_REUSED' });
        for (const { access_token: access } of [...tabs, ...last]) expect(await statusOf(access)).toBe(401);
        const other = await login(app);
        expect(await statusOf(other.access_token)).toBe(200);
        // Of two that come late at once neither goes on.
        await refresh(other.refresh_token);
        clockAt(now + 60_000);
        const late = await Promise.all([refresh(other.refresh_token), refresh(other.refresh_token)]);
        for (const reply of late)
          if (reply.status === 200) expect(await statusOf(reply.json<Pair>().access_token)).toBe(401);
        expect(await statusOf(other.access_token)).toBe(401);
      } finally {
        jest.useRealTimers();
      }
    });
  });

  test('a refresh token opens no route, and an access token gets no tokens', async () => {
    await withAuth(async ({ app }) => {
      const tokens = await login(app);
      expect((await http(app).withToken(tokens.refresh_token).get('/me')).json()).toMatchObject({
        code: 'E_TOKEN_INVALID',
      });
      expect((await http(app).withToken(tokens.access_token).post('/refresh')).status).toBe(401);
      expect((await http(app).post('/refresh')).status).toBe(401);
    });
  });

  test('after a logout neither token of the login is accepted, and other logins go on', async () => {
    await withAuth(async ({ app }) => {
      const [mine, other] = [await login(app), await login(app)];
      expect((await http(app).withToken(mine.access_token).post('/logout')).status).toBe(204);
      expect((await http(app).withToken(mine.access_token).get('/me')).status).toBe(401);
      expect((await http(app).withToken(mine.refresh_token).post('/refresh')).status).toBe(401);
      expect((await http(app).withToken(other.access_token).get('/me')).status).toBe(200);
    });
  });

  test('guests are let in where users are not, and a token that is not valid makes a guest', async () => {
    await withAuth(async ({ app }) => {
      const { access_token: token } = await login(app);
      expect((await http(app).get('/welcome')).status).toBe(200);
      expect((await http(app).withToken('nonsense').get('/welcome')).status).toBe(200);
      expect((await http(app).withToken(token).get('/welcome')).status).toBe(403);
      expect((await http(app).withToken('nonsense').get('/whoami')).json()).toEqual({ user: null });
      expect((await http(app).withToken(token).get('/whoami')).json()).toMatchObject({ user: { id: 1 } });
    });
  });

  test('the state of one request is never that of another (400 requests)', async () => {
    await withAuth(async ({ app }) => {
      const tokens = [
        (await login(app)).access_token,
        (await login(app, 'bob@example.com', 'bob-secret')).access_token,
      ];
      let mixed = 0;
      const ask = async (n: number): Promise<void> => {
        const reply = await http(app)
          .withToken(tokens[n % 2] ?? '')
          .get('/me');
        if (reply.json<{ id: number }>().id !== (n % 2) + 1) mixed++;
      };
      for (let batch = 0; batch < 4; batch++)
        await Promise.all(Array.from({ length: 100 }, (_, index) => ask(batch * 100 + index)));
      expect(mixed).toBe(0);
    });
  });
});

test('the routes behind auth can be left open by its own factory, and only there (AU-08)', async () => {
  await withAuthOn(
    {
      routes: (route, { middleware }) => {
        const ok = (ctx: Context) => ctx.response().success().string('ok');
        route.middleware(middleware.auth()).group((inside) => {
          inside.withoutMiddleware(middleware.auth()).get('/open', ok);
          inside.get('/closed', ok);
          inside
            .prefix('/open-group')
            .withoutMiddleware(middleware.auth())
            .group((open) => void open.get('/a', ok));
          inside.prefix('/sibling').group((sibling) => void sibling.get('/a', ok));
        });
        route
          .middleware(middleware.auth())
          .resource('posts', { index: ok, show: ok, store: ok, update: ok, destroy: ok });
      },
    },
    async ({ app }) => {
      const statusOf = async (path: string, method: 'get' | 'post' | 'put' | 'delete' = 'get') =>
        (await http(app)[method](path)).status;
      expect([await statusOf('/open'), await statusOf('/open-group/a')]).toEqual([200, 200]);
      expect([await statusOf('/closed'), await statusOf('/sibling/a')]).toEqual([401, 401]);
      expect([
        await statusOf('/posts'),
        await statusOf('/posts/1'),
        await statusOf('/posts', 'post'),
        await statusOf('/posts/1', 'put'),
        await statusOf('/posts/1', 'delete'),
      ]).toEqual([401, 401, 401, 401, 401]);
    },
  );
});

describe('the limit of guesses in a generated application', () => {
  let app: Application;

  beforeEach(async () => {
    app = await boot({ env: { APP_ENV: 'testing', DATABASE_URL: ':memory:' } });
  });

  afterEach(() => app.close());

  test.each([
    ['guesses', '/api/login', 10],
    ['requests', '/api/posts', 60],
  ])(
    'in a generated application, %s from all addresses of one IPv6 network have one count',
    async (_what, path, points) => {
      const ask = async (address: string): Promise<number> => {
        const client = http(app).from(address);
        if (path === '/api/posts') return (await client.get(path)).status;
        return (await client.post(path, { email: 'ada@example.com', password: 'guess' })).status;
      };
      const statuses = new Set<number>();
      for (let host = 1; host <= points; host++) statuses.add(await ask(`2001:db8::${host.toString(16)}`));
      expect(statuses).not.toContain(429);
      expect(await ask('2001:db8::ffff')).toBe(429);
      expect(await ask('2001:db8:0:1::1')).not.toBe(429);
    },
  );
});
