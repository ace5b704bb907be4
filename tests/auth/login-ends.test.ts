import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RevocationStore } from '@taproot/auth';
import type { Application, Config, Duration } from '@taproot/core';
import { http } from '@taproot/testing';
import { bootAuth, withAuth } from './support/application.ts';
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

const boot = async (
  jwt: { lifetime: Duration; refresh_lifetime: Duration },
  store = storeOf(),
): Promise<Application> => {
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
  const app = await boot({ lifetime: '60m', refresh_lifetime: '120m' }, storeOf(before));
  first = await login(app);
  const late = (await refresh(app, first)).json<Pair>();
  expect((await me(app, late)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
  clockAt(began + 120 * minute + minute / 4);
  expect((await refresh(app, late)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
  await app.close();
});

test('a refresh_lifetime that was shortened holds for tokens issued before', async () => {
  const [before, after] = [
    await boot({ lifetime: '5m', refresh_lifetime: '100m' }),
    await boot({ lifetime: '5m', refresh_lifetime: '10m' }),
  ];
  const tokens = await login(before);
  clockAt(Date.now() + 11 * minute);
  expect((await refresh(after, tokens)).json()).toMatchObject({ code: 'E_TOKEN_EXPIRED' });
  expect((await refresh(before, tokens)).status).toBe(200);
  await Promise.all([before.close(), after.close()]);
});

test('a logout is remembered for as long as a token that was issued with a longer lifetime lives', async () => {
  const [before, after] = [
    await boot({ lifetime: '100m', refresh_lifetime: '100m' }),
    await boot({ lifetime: '5m', refresh_lifetime: '10m' }),
  ];
  const tokens = await login(before);
  expect((await http(after).withToken(tokens.access_token).post('/logout')).status).toBe(204);
  clockAt(Date.now() + 99 * minute);
  expect((await me(after, tokens)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
  await Promise.all([before.close(), after.close()]);
});

test('however often one account refreshes, others have room in memory', async () => {
  const config = { auth: { revocation: { memory: { max_keys: 8 } } } };
  await withAuth({ routes: loginRoutes, config }, async ({ app }) => {
    const [busy, other, leaver] = [await login(app), await login(app), await login(app)];
    let last = busy;
    const used = [busy];
    for (let n = 0; n < 20; n++) {
      const reply = await refresh(app, last);
      expect(reply.status).toBe(200);
      used.push((last = reply.json<Pair>()));
    }
    expect((await refresh(app, other)).status).toBe(200);
    expect((await http(app).withToken(leaver.access_token).post('/logout')).status).toBe(204);
    // The one entry of the login remembers all that were used.
    expect((await me(app, last)).status).toBe(200);
    expect((await refresh(app, used[7] ?? last)).json()).toMatchObject({ code: 'E_TOKEN_REUSED' });
    expect((await refresh(app, last)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
  });
});

describe('a refresh that was given up because the store was slow', () => {
  const now = performance.now.bind(performance);
  let later = 0;

  beforeEach(() => {
    later = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
  });

  afterEach(() => void jest.restoreAllMocks());

  type Settle = (answer: boolean | Error) => Promise<void>;

  /** A store that keeps what it is told at once, and answers the next claim of a refresh token when the test says so. */
  const slowStore = () => {
    const kept = new Set<string>();
    let held: Promise<boolean> | null = null;
    const claim = (key: string): boolean => kept.size !== kept.add(key).size;
    /** Holds the next answer back; what settles it also waits until it was heard. */
    const hold = (): Settle => {
      let resolve: (answer: boolean) => void = () => undefined;
      let reject: (error: Error) => void = () => undefined;
      const promise = new Promise<boolean>((...settle) => ([resolve, reject] = settle));
      held = promise;
      return async (answer) => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
        await promise.catch(() => undefined);
        await new Promise(setImmediate);
      };
    };
    const store: RevocationStore = {
      has: (key) => kept.has(key),
      claim: (key) => {
        const answer = held;
        if (answer === null || !key.startsWith('used:')) return claim(key);
        held = null;
        claim(key);
        return answer;
      },
    };
    return { store, hold };
  };

  const open = async () => {
    const { store, hold } = slowStore();
    const auth = { revocation: { timeout: 0.02, store: () => store } } satisfies Config['auth'];
    const { app } = await bootAuth({ routes: loginRoutes, config: { auth } });
    const tokens = await login(app);
    /** A refresh that is answered 503, and whose claim is kept. */
    const giveUp = async (): Promise<Settle> => {
      const settle = hold();
      expect((await refresh(app, tokens)).json()).toMatchObject({ code: 'E_AUTH_UNAVAILABLE' });
      // The pause in which a failing store is left alone.
      later += 1000;
      return settle;
    };
    return { app, tokens, giveUp };
  };

  test('goes on when it is sent again; used once more it is a copy', async () => {
    const { app, tokens, giveUp } = await open();
    const settle = await giveUp();
    await settle(true);
    const reply = await refresh(app, tokens);
    expect(reply.status).toBe(200);
    expect((await me(app, reply.json<Pair>())).status).toBe(200);
    expect((await refresh(app, tokens)).json()).toMatchObject({ code: 'E_TOKEN_REUSED' });
    expect((await me(app, reply.json<Pair>())).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
    await app.close();
  });

  test('of two who send it again at once, one gets tokens', async () => {
    const { app, tokens, giveUp } = await open();
    const settle = await giveUp();
    await settle(true);
    const replies = await Promise.all([refresh(app, tokens), refresh(app, tokens)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    for (const { status } of [await me(app, tokens), await refresh(app, tokens)]) expect(status).toBe(401);
    await app.close();
  });

  test('revokes nothing, and gives nobody tokens, while nobody knows whether it was kept', async () => {
    const { app, tokens, giveUp } = await open();
    const settle = await giveUp();
    for (let n = 0; n < 2; n++) expect((await refresh(app, tokens)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
    await settle(new Error('connection lost'));
    expect((await refresh(app, tokens)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
    expect((await me(app, tokens)).status).toBe(200);
    await app.close();
  });

  test('revokes the login when the store says late that somebody else was first', async () => {
    const { app, tokens, giveUp } = await open();
    const settles = [await giveUp(), await giveUp()];
    await settles[0]?.(false);
    expect((await refresh(app, tokens)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
    expect((await me(app, tokens)).status).toBe(200);
    await settles[1]?.(false);
    expect((await refresh(app, tokens)).json()).toMatchObject({ code: 'E_TOKEN_REUSED' });
    expect((await me(app, tokens)).json()).toMatchObject({ code: 'E_TOKEN_REVOKED' });
    await app.close();
  });

  test('is forgotten after an hour: then a copy is told again', async () => {
    const { app, tokens, giveUp } = await open();
    const settle = await giveUp();
    await settle(true);
    later += 3_600_001;
    expect((await refresh(app, tokens)).json()).toMatchObject({ code: 'E_TOKEN_REUSED' });
    await app.close();
  });
});
