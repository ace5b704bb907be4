import { expect, test } from '@jest/globals';
import { auth, authTables } from '@taproot/auth';
import { setup } from '@taproot/core';
import { database, sql } from '@taproot/database';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { drivers } from '../support/drivers.ts';
import { cheap, secret, users, withAuth } from './support/application.ts';
import { loginRoutes } from './support/routes.ts';

interface Pair {
  access_token: string;
  refresh_token: string;
}

onEngines((engine) => {
  /** An application whose users, tokens and revocations are rows of a database of its own. */
  const withRows = (
    work: (client: ReturnType<typeof http>, run: (statement: string) => Promise<unknown>) => Promise<void>,
  ) =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        const app = await setup(null, { basePath: folder, env: { APP_ENV: 'testing', JWT_SECRET: secret } })
          .withPlugins([routing(), database(), auth()])
          .withConfig({
            database: { default: 'main', connections: { main: connection } },
            auth: { passwords: cheap, revocation: { store: 'database', timeout: 5 } },
          })
          .withCallback(({ facades, middleware }) => {
            loginRoutes(facades.Route(), { facades, middleware });
            facades
              .Route()
              .post('/as', async (ctx) =>
                ctx.response().json(200, await facades.Auth(ctx).loginUsingId(ctx.request().input('id'))),
              );
            facades.Route().post('/token', async (ctx) => {
              const user = await facades.Auth(ctx).verify({ email: 'ada@example.com', password: 'ada-secret' });
              if (user === null) return ctx.response().noContent(401);
              return ctx.response().json(
                200,
                await facades
                  .Auth(ctx)
                  .guard('token')
                  .issue(user, { abilities: ['read'] }),
              );
            });
            facades
              .Route()
              .middleware(middleware.auth('token'), middleware.tokenCan('read'))
              .get('/token', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).user()));
          })
          .create();
        const run = (statement: string) => sql.raw(statement).execute(app.facades.DB());
        try {
          const id = engine.name === 'pgsql' ? 'serial primary key' : 'integer primary key';
          await run(`create table users (id ${id}, email varchar(255) unique, password varchar(255))`);
          for (const statement of authTables.up) await run(statement);
          const hash = await app.facades.Hash().make('ada-secret');
          await sql`insert into users (id, email, password) values (1, 'ada@example.com', ${hash})`.execute(
            app.facades.DB(),
          );
          await work(http(app), run);
          for (const statement of authTables.down) await run(statement);
        } finally {
          await app.close();
        }
      }),
    );

  test('users log in, refresh and log out', async () => {
    await withRows(async (client, run) => {
      const login = await client.post('/login', { email: 'ada@example.com', password: 'ada-secret' });
      const first = login.json<Pair>();
      expect((await client.withToken(first.access_token).get('/me')).json()).toEqual({
        id: 1,
        email: 'ada@example.com',
      });
      const second = (await client.withToken(first.refresh_token).post('/refresh')).json<Pair>();
      expect((await client.withToken(first.refresh_token).post('/refresh')).json()).toMatchObject({
        code: 'E_TOKEN_REUSED',
      });
      expect((await client.withToken(second.access_token).get('/me')).status).toBe(401);
      const third = (await client.post('/login', { email: 'ada@example.com', password: 'ada-secret' })).json<Pair>();
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => client.withToken(third.refresh_token).post('/refresh')),
      );
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array.from({ length: 7 }, () => 401),
      ]);
      await run('delete from users');
      const gone = (await client.post('/login', { email: 'ada@example.com', password: 'ada-secret' })).status;
      expect([gone, (await client.withToken(third.access_token).get('/me')).status]).toEqual([401, 401]);
    });
  });

  test('a number does not match a user whose name is a string', async () => {
    await withRows(async (client) => {
      for (const email of [0, -0, 1])
        expect((await client.post('/login', { email, password: 'ada-secret' })).status).toBe(401);
    });
  });

  test('S-2: an address with a zero character is nobody’s, and a wrong password', async () => {
    await withRows(async (client) => {
      for (const email of ['\0', 'ada@example.com\0', 'ada@example.com\0x'])
        expect((await client.post('/login', { email, password: 'ada-secret' })).status).toBe(401);
    });
  });

  test('S-6: a user is found by the id as it is, not by what begins like it', async () => {
    await withRows(async (client) => {
      expect((await client.post('/as', { id: '1' })).status).toBe(200);
      for (const id of [
        '1 or 1=1',
        '1abc',
        '01',
        '+1',
        ' 1',
        '1 ',
        '1.0',
        '1\0',
        '2147483648',
        '9'.repeat(30),
        '',
        'x',
      ])
        expect((await client.post('/as', { id })).assertNotFound().json()).toMatchObject({
          code: 'E_AUTH_USER_UNKNOWN',
        });
    });
  });

  test('a users table that is missing is told with its configuration, the statement and the command that makes it', async () => {
    await withRows(async (client, run) => {
      await run('drop table users');
      const reply = await client.post('/login', { email: 'ada@example.com', password: 'ada-secret' });
      expect(reply.error).toMatchObject({
        code: 'E_AUTH_TABLE',
        message: expect.stringMatching(/^auth\.providers\.users needs the table "users", .*users/),
        fix: expect.stringContaining('`npx taproot migrate`'),
        cause: { stack: expect.stringContaining('statement: select * from') },
      });
      expect(reply.error).toMatchObject({ stack: expect.stringContaining('routes.ts') });
      await run('create table users (id integer)');
    });
  });

  test('tokens are kept as hashes', async () => {
    await withRows(async (client, run) => {
      const { access_token: token } = (await client.post('/token')).json<Pair>();
      expect((await client.withToken(token).get('/token')).json()).toEqual({ id: 1, email: 'ada@example.com' });
      expect((await client.withToken('x'.repeat(43)).get('/token')).status).toBe(401);
      await run('delete from personal_access_tokens');
      expect((await client.withToken(token).get('/token')).status).toBe(401);
    });
  });
});

test.each(drivers)('the debug page names the user, without the password (%s driver)', async (driver) => {
  await withAuth(
    {
      driver,
      env: { APP_ENV: 'development' },
      routes: (route, { facades, middleware }) => {
        route.post('/token', async (ctx) => ctx.response().string(200, await facades.Auth(ctx).loginUsingId('1')));
        route
          .middleware(middleware.auth({ optional: true }))
          .get('/fails', () => Promise.reject(new Error('It broke.')));
      },
    },
    async ({ app }) => {
      const client = http(app).accept('text/html');
      const token = (await client.post('/token')).text;
      const known = (await client.withToken(token).get('/fails').assertStatus(500)).text;
      expect(known).toContain('<dt>User</dt>');
      expect(known).toContain(users[0]?.email);
      expect(known).not.toContain(token);
      expect((await client.get('/fails')).text).toMatch(/<dt>User<\/dt><dd>guest, by the guard &#34;\w+&#34;<\/dd>/);
    },
  );
});

test.each(drivers)('D-10: only a string, a number or a bigint is the id of a user (%s driver)', async (driver) => {
  await withAuth(
    {
      driver,
      routes: (route, { facades }) => {
        const ids: (string | number | bigint)[] = JSON.parse('[["1"], [1], {}, true, null, 1, "1"]');
        route.post('/login/{index}', async (ctx) => {
          const id = ids[ctx.request().routeInt('index')] ?? 1n;
          const token = await facades.Auth(ctx).loginUsingId(id);
          return ctx.response().json(200, { token });
        });
      },
    },
    async ({ app }) => {
      for (const index of [0, 1, 2, 3])
        await http(app).post(`/login/${index}`).assertJsonPath('code', 'E_AUTH_USER_UNKNOWN');
      await http(app)
        .post('/login/1')
        .assertJsonPath('message', 'The provider "users" has no user with the id a list.');
      for (const index of [5, 6, 7]) await http(app).post(`/login/${index}`).assertOk();
    },
  );
});
