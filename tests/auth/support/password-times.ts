import { auth, type UserProvider } from '@taproot/auth';
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

/** Welch's t of attempts with an unknown user and with a wrong password. Hashes are small, so that what differs shows. */
export const passwordTimes = async (runs: number): Promise<number> => {
  let hash = '';
  const provider: UserProvider = {
    findById: () => null,
    findByCredentials: ({ email }) =>
      email === 'ada@example.com' ? { user: { id: 1, email: 'ada@example.com' }, hash } : null,
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
    const attempt = (email: string) => () => app.facades.Auth(context()).verify({ email, password: 'not-her-secret' });
    return await compareTimes([attempt('ada@example.com'), attempt('eve@example.com')], runs);
  } finally {
    await app.close();
  }
};
