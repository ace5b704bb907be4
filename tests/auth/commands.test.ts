import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type AuthConfig, auth, authTables, GateResponse, type Guard } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { type Application, type Config, type Handler, setup } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import { database } from '@taproot/database';
import { http } from '@taproot/testing';
import { withFolder } from '../database/support/application.ts';
import { bootAuth, faultOf, type SetupOptions, users, withAuth } from './support/application.ts';

/** What a command answers in an application of this folder. */
const run = async (
  folder: string,
  line: string,
  guards: AuthConfig['guards'] = {},
): Promise<{ readonly code: number; readonly output: string }> => {
  const app = await setup(null, { basePath: folder, env: { APP_ENV: 'testing', NO_COLOR: '1', JWT_SECRET: '' } })
    .withPlugins([consoleKernel(), database(), auth()])
    .withConfig({ auth: { guards }, database: { connections: { sqlite: { path: ':memory:' } } } })
    .create();
  try {
    return await app.facades.Console().call(line);
  } finally {
    await app.close();
  }
};

test('jwt:secret writes a secret, and keeps one that is there', async () => {
  await withFolder(async (folder) => {
    const env = join(folder, '.env');
    writeFileSync(env, '# ours\nAPP_NAME=Shop\n');
    expect((await run(folder, 'jwt:secret')).output).toBe(`JWT_SECRET written to ${env}\n`);
    const written = readFileSync(env, 'utf8');
    expect(written).toMatch(/^# ours\nAPP_NAME=Shop\nJWT_SECRET=[\w+/]{43}=\n$/);
    const again = await run(folder, 'jwt:secret');
    expect(again.code).toBe(1);
    expect(again.output).toContain('--force');
    expect(readFileSync(env, 'utf8')).toBe(written);
    expect((await run(folder, 'jwt:secret --force')).code).toBe(0);
    expect(readFileSync(env, 'utf8')).not.toBe(written);
  });
});

test('jwt:secret --show writes nothing', async () => {
  await withFolder(async (folder) => {
    const { output } = await run(folder, 'jwt:secret --show');
    expect(Buffer.from(output.trim(), 'base64')).toHaveLength(32);
    expect(existsSync(join(folder, '.env'))).toBe(false);
  });
});

test('jwt:secret is as long as the longest HMAC of the guards', async () => {
  await withFolder(async (folder) => {
    const { output } = await run(folder, 'jwt:secret --show', { partners: { driver: 'jwt', algorithm: 'HS512' } });
    expect(Buffer.from(output.trim(), 'base64')).toHaveLength(64);
  });
});

test('auth:table writes the migration once', async () => {
  await withFolder(async (folder) => {
    expect((await run(folder, 'auth:table')).output).toMatch(
      /^created {2}database\/migrations\/\d{14}_create_auth_tables\.ts\n$/,
    );
    const [file = ''] = readdirSync(join(folder, 'database/migrations'));
    const text = readFileSync(join(folder, 'database/migrations', file), 'utf8');
    for (const statement of [...authTables.up, ...authTables.down]) expect(text).toContain(statement);
    const again = await run(folder, 'auth:table');
    expect([again.code, again.output.includes(file)]).toEqual([1, true]);
    expect(readdirSync(join(folder, 'database/migrations'))).toEqual([file]);
  });
});

// The compiler refuses old names; authors without types have the report alone.
const authored = (guards: object) => ({ auth: { guards } }) as Config;

interface Issued {
  expires_in?: number;
}

test('lifetimes are seconds, or strings with a unit, also of guards that the application adds', async () => {
  const guards = {
    jwt: { lifetime: '15m', leeway: '30s' },
    token: { lifetime: '90d' },
    short: { driver: 'token', lifetime: '1500ms' },
    plain: { driver: 'jwt', lifetime: 90 },
  } as const;
  await withAuth({ config: authored(guards) }, async ({ app, reports }) => {
    const issue = (guard: string): Promise<Issued> => app.facades.Auth().issue(users[0], { guard });
    expect((await issue('jwt')).expires_in).toBe(900);
    expect((await issue('token')).expires_in).toBe(90 * 86_400);
    expect((await issue('short')).expires_in).toBe(2);
    expect((await issue('plain')).expires_in).toBe(90);
    expect(app.config.auth.guards['jwt']).toMatchObject({ lifetime: 900, refresh_lifetime: 1_209_600, leeway: 30 });
    expect(reports).toEqual([]);
  });
});

test('a lifetime that is no duration stops the boot with its key, in any guard', async () => {
  const boot = (guards: object) => faultOf(async () => (await bootAuth({ config: authored(guards) })).app.close());
  const message = (guard: string) =>
    `auth.guards.${guard}.lifetime is the string "15 minutes", which is not a duration. Did you mean "15m"?`;
  expect((await boot({ jwt: { lifetime: '15 minutes' } })).message).toBe(message('jwt'));
  expect((await boot({ admin: { driver: 'jwt', lifetime: '15 minutes' } })).message).toBe(message('admin'));
  expect((await boot({ admin: { driver: 'token', lifetime: '15 minutes' } })).message).toBe(message('admin'));
});

test('a ttl of a guard with a driver of its own stays as it is', async () => {
  let seen: unknown;
  const config = authored({ shop: { driver: 'api-key', ttl: 5 } });
  const callback = ({ facades }: Awaited<ReturnType<typeof bootAuth>>['app']): void => {
    facades.Auth().extend('api-key', (parts) => {
      seen = parts.config;
      return { identify: () => null };
    });
  };
  await withAuth({ config, callback }, async ({ reports }) => {
    expect(seen).toEqual({ driver: 'api-key', ttl: 5 });
    expect(reports).toEqual([]);
  });
});

const ok: Handler = (ctx) => ctx.response().success().string('ok');

const described = (app: Application, path: string): readonly (MiddlewareDescription | null)[] =>
  app.facades
    .Route()
    .getRoutes()
    .find((route) => route.path === path)?.middlewareDescriptions ?? [];

/** `401 E_TOKEN_INVALID` for every response described for a path. */
const responsesOf = (app: Application, path: string): string[] =>
  described(app, path).flatMap((one) => (one?.responses ?? []).map(({ status, code }) => `${status} ${code}`));

const tokenFaults = ['401 E_TOKEN_MALFORMED', '401 E_TOKEN_INVALID', '401 E_TOKEN_EXPIRED'];

const routes: SetupOptions['routes'] = (route, { middleware }) => {
  route.get('/jwt', ok).middleware(middleware.auth());
  route.get('/named', ok).middleware(middleware.auth('token'));
  route.get('/optional', ok).middleware(middleware.auth({ optional: true }));
  route.get('/can', ok).middleware(middleware.can('test:update'));
  route.get('/ability', ok).middleware(middleware.auth('token'), middleware.tokenCan('posts.write'));
  route.get('/guest', ok).middleware(middleware.guest());
};

const callback: SetupOptions['callback'] = ({ facades }) => {
  facades.Gate().define('test:update', () => GateResponse.deny());
};

test('auth() names the guard, its scheme and the responses that a request can get from it', async () => {
  await withAuth({ routes, callback }, async ({ app }) => {
    expect(described(app, '/jwt').map((one) => one?.security)).toEqual([
      { name: 'jwt', scheme: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    ]);
    expect(described(app, '/named').map((one) => one?.security)).toEqual([
      { name: 'token', scheme: { type: 'http', scheme: 'bearer' } },
    ]);
    expect(responsesOf(app, '/jwt')).toEqual(['401 E_UNAUTHENTICATED', ...tokenFaults, '401 E_TOKEN_REVOKED']);
    expect(responsesOf(app, '/named')).toEqual(['401 E_UNAUTHENTICATED', ...tokenFaults]);
  });
});

test('optional auth lets guests pass, and still refuses tokens that are wrong', async () => {
  await withAuth({ routes, callback }, async ({ app }) => {
    expect(described(app, '/optional')[0]?.security).toMatchObject({ name: 'jwt', optional: true });
    expect(responsesOf(app, '/optional')).toEqual([...tokenFaults, '401 E_TOKEN_REVOKED']);
    expect((await http(app).get('/optional')).status).toBe(200);
    expect((await http(app).withToken('wrong').get('/optional')).json()).toMatchObject({ code: 'E_TOKEN_INVALID' });
  });
});

test('what is described is what a request gets: status, code and headers', async () => {
  await withAuth({ routes, callback }, async ({ app }) => {
    const { access_token: jwt } = await app.facades.Auth().issue(users[0]);
    const { access_token: token } = await app.facades.Auth().issue(users[0], { guard: 'token', abilities: ['read'] });
    const answers = [
      ['/jwt', await http(app).get('/jwt')],
      ['/jwt', await http(app).withToken('wrong').get('/jwt')],
      ['/named', await http(app).withHeader('Authorization', 'Basic x').get('/named')],
      ['/can', await http(app).withToken(jwt).get('/can')],
      ['/guest', await http(app).withToken(jwt).get('/guest')],
      ['/ability', await http(app).withToken(token).get('/ability')],
    ] as const;
    for (const [path, answer] of answers) {
      const { code } = answer.json<{ code: string }>();
      expect(responsesOf(app, path)).toContain(`${answer.status} ${code}`);
      const known = described(app, path).flatMap((one) => one?.responses ?? []);
      for (const { name } of known.find((one) => one.code === code)?.headers ?? [])
        expect([code, answer.headers.get(name)]).toEqual([code, expect.stringMatching(/^Bearer /)]);
    }
    expect(answers.map(([, { status }]) => status)).toEqual([401, 401, 401, 403, 403, 403]);
    expect(described(app, '/ability')[1]?.abilities).toEqual(['posts.write']);
  });
});

test('a store that may fail adds 503, unless it then lets tokens pass', async () => {
  const store = () => ({ claim: async () => true, has: async () => false });
  for (const [fail, expected] of [
    ['closed', ['503 E_AUTH_UNAVAILABLE']],
    ['open', []],
  ] as const)
    await withAuth({ routes, callback, config: { auth: { revocation: { store, fail } } } }, async ({ app }) => {
      expect(responsesOf(app, '/jwt').filter((response) => response.startsWith('503'))).toEqual(expected);
      expect(responsesOf(app, '/named').filter((response) => response.startsWith('503'))).toEqual([]);
    });
});

test('the scheme is that of auth.scheme; a guard of your own says its scheme, or has that of its challenge', async () => {
  const key = { type: 'apiKey', in: 'header', name: 'X-Api-Key' } as const;
  const guards: Record<string, Guard> = {
    said: { identify: () => null, describe: () => ({ scheme: key }) },
    challenged: { identify: () => null, challenge: 'Basic realm="Shop"' },
    silent: { identify: () => null },
  };
  const { app } = await bootAuth({
    config: {
      auth: {
        scheme: 'Token',
        guards: { said: { driver: 'own' }, challenged: { driver: 'own' }, silent: { driver: 'own' } },
      },
    },
    callback: ({ facades }) => {
      facades.Auth().extend('own', ({ name }) => guards[name] ?? { identify: () => null });
    },
    routes: (route, { middleware }) => {
      for (const name of ['said', 'challenged', 'silent', 'jwt'])
        route.get(`/${name}`, ok).middleware(middleware.auth(name));
    },
  });
  const schemeOf = (name: string) => described(app, `/${name}`)[0]?.security?.scheme;
  expect(schemeOf('said')).toEqual(key);
  expect(schemeOf('challenged')).toEqual({ type: 'http', scheme: 'basic' });
  expect(schemeOf('silent')).toEqual({ type: 'http', scheme: 'token' });
  expect(schemeOf('jwt')).toEqual({ type: 'http', scheme: 'token', bearerFormat: 'JWT' });
  expect(responsesOf(app, '/said')).toEqual(['401 E_UNAUTHENTICATED']);
  await app.close();
});
