import { expect, test } from '@jest/globals';
import { GateResponse, type Guard } from '@taproot/auth';
import type { Application, Handler } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import { http } from '@taproot/testing';
import { bootAuth, type SetupOptions, users, withAuth } from './support/application.ts';

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
