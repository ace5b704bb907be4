import { afterEach, expect, jest, test } from '@jest/globals';
import type { RevocationStore } from '@taproot/auth';
import type { Application, Config } from '@taproot/core';
import { http } from '@taproot/routing/testing';
import { bootAuth } from './support/application.ts';
import { clockAt } from './support/clock.ts';
import { loginRoutes } from './support/routes.ts';

interface Pair {
  access_token: string;
  refresh_token: string;
}

const minute = 60_000;

afterEach(() => void jest.useRealTimers());

/** What is remembered, and what is done before a refresh token is used up. */
const storeOf = (before: () => Promise<void> = async () => undefined): RevocationStore => {
  const ends = new Map<string, number>();
  const has = (key: string): boolean => (ends.get(key) ?? 0) > Date.now() / 1000;
  return {
    has,
    claim: async (key, until) => {
      if (key.startsWith('used:')) await before();
      if (has(key)) return false;
      ends.set(key, until);
      return true;
    },
  };
};

const boot = async (jwt: { ttl: number; refresh_ttl: number }, store = storeOf()): Promise<Application> => {
  const auth = {
    guards: { jwt: { driver: 'jwt', ...jwt } },
    revocation: { store: () => store },
  } satisfies Config['auth'];
  return (await bootAuth({ routes: loginRoutes, config: { auth } })).app;
};

const login = async (app: Application): Promise<Pair> =>
  (await http(app).post('/login', { email: 'ada@example.com', password: 'ada-secret' })).json<Pair>();

const me = (app: Application, { access_token }: Pair) => http(app).withToken(access_token).get('/me');
const refresh = (app: Application, { refresh_token }: Pair) => http(app).withToken(refresh_token).post('/refresh');

test('tokens of a refresh that was under way when its login ended never outlive the end', async () => {
  const began = Date.now();
  let first: Pair | null = null;
  const before = async (): Promise<void> => {
    if (first === null) return;
    expect((await http(app).withToken(first.access_token).post('/logout')).status).toBe(204);
    clockAt(Date.now() + minute / 2);
    first = null;
  };
  const app = await boot({ ttl: 60, refresh_ttl: 120 }, storeOf(before));
  first = await login(app);
  const late = (await refresh(app, first)).json<Pair>();
  expect((await me(app, late)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
  clockAt(began + 120 * minute + minute / 4);
  expect((await refresh(app, late)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
  await app.close();
});

test('a refresh_ttl that was shortened holds for tokens issued before', async () => {
  const [before, after] = [await boot({ ttl: 5, refresh_ttl: 100 }), await boot({ ttl: 5, refresh_ttl: 10 })];
  const tokens = await login(before);
  clockAt(Date.now() + 11 * minute);
  expect((await refresh(after, tokens)).json()).toMatchObject({ code: 'E_TOKEN_EXPIRED' });
  expect((await refresh(before, tokens)).status).toBe(200);
  await Promise.all([before.close(), after.close()]);
});

test('a logout is remembered for as long as a token that was issued with a longer ttl lives', async () => {
  const [before, after] = [await boot({ ttl: 100, refresh_ttl: 100 }), await boot({ ttl: 5, refresh_ttl: 10 })];
  const tokens = await login(before);
  expect((await http(after).withToken(tokens.access_token).post('/logout')).status).toBe(204);
  clockAt(Date.now() + 99 * minute);
  expect((await me(after, tokens)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
  await Promise.all([before.close(), after.close()]);
});
