import { auth, type Hash, type UserProvider } from '@taproot/auth';
import { type Context, setup } from '@taproot/core';
import { compareTimes } from './compare-times.ts';

/** What a context is to somebody who logs in: somewhere to keep who it was. */
const context = (): Context => {
  const values = new Map<PropertyKey, unknown>();
  const fake = {
    value: (key: PropertyKey) => values.get(key),
    withValue: (key: PropertyKey, value: unknown) => values.set(key, value),
  };
  // A contract of many methods, of which these are used.
  return fake as unknown as Context;
};

type Attempt = (email: string, password?: string) => () => Promise<unknown>;

/** Attempts to log in. Hashes are small, so that what differs in time shows. */
export const withAttempts = async <Result>(
  work: (attempt: Attempt, hash: Hash) => Promise<Result>,
): Promise<Result> => {
  let hash = '';
  const stored = (email: unknown): string | null | undefined =>
    ({ 'ada@example.com': hash, 'bob@example.com': '$2b$10$other', 'cyd@example.com': null })[String(email)];
  const provider: UserProvider = {
    findById: () => null,
    findByCredentials: ({ email }) => {
      const own = stored(email);
      return own === undefined ? null : { user: { id: 1, email: String(email) }, hash: own };
    },
    idOf: (user) => String(user.id),
  };
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([auth()])
    .withConfig({
      auth: { passwords: { memory: 256, passes: 1, parallelism: 1 }, providers: { users: { driver: 'one' } } },
    })
    .withCallback(({ facades }) => void facades.Auth().provider('one', () => provider))
    .create();
  try {
    hash = await app.facades.Hash().make('ada-secret');
    const attempt: Attempt =
      (email, password = 'not-her-secret') =>
      () =>
        app.facades.Auth(context()).verify({ email, password });
    return await work(attempt, app.facades.Hash());
  } finally {
    await app.close();
  }
};

/** Welch's t of attempts with an unknown user and with a wrong password. */
export const passwordTimes = (runs: number): Promise<number> =>
  withAttempts((attempt) => compareTimes([attempt('ada@example.com'), attempt('eve@example.com')], runs));
