import { expect, test } from '@jest/globals';
import type { Config } from '@taproot/core';
import { bootAuth, faultOf, users, withAuth } from './support/application.ts';

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
    `auth.guards.${guard}.lifetime is the string "15 minutes", which is not a duration.`;
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
