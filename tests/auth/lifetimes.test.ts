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

test('ttl and refresh_ttl are still read in minutes, and each is reported with what to write', async () => {
  const guards = {
    jwt: { ttl: 60, refresh_ttl: 14 * 24 * 60 },
    admin: { driver: 'token', ttl: 5 },
    token: { ttl: null },
  };
  await withAuth({ config: authored(guards) }, async ({ app, reports }) => {
    const issue = (guard: string): Promise<Issued> => app.facades.Auth().issue(users[0], { guard });
    expect((await issue('jwt')).expires_in).toBe(3600);
    expect((await issue('admin')).expires_in).toBe(300);
    expect((await issue('token')).expires_in).toBeUndefined();
    expect(app.config.auth.guards['jwt']).toMatchObject({ lifetime: 3600, refresh_lifetime: 1_209_600 });
    expect(reports).toEqual(
      [
        ['jwt.ttl', 'lifetime: 3600'],
        ['admin.ttl', 'lifetime: 300'],
        ['token.ttl', 'lifetime'],
        ['jwt.refresh_ttl', 'refresh_lifetime: 1209600'],
      ].map(([setting, write]) =>
        expect.objectContaining({
          code: 'E_CONFIG_RENAMED',
          message: expect.stringContaining(`"auth.guards.${setting}"`),
          ...(setting === 'token.ttl' ? {} : { fix: expect.stringContaining(`"${write}"`) }),
        }),
      ),
    );
  });
});

test('max_entries is still read, and reported as max_keys', async () => {
  const config = { auth: { revocation: { memory: { max_entries: 5 } } } } as Config;
  await withAuth({ config }, async ({ app, reports }) => {
    expect(app.config.auth.revocation.memory).toEqual({ max_keys: 5 });
    expect(reports).toEqual([expect.objectContaining({ code: 'E_CONFIG_RENAMED' })]);
  });
});

test('both names of a lifetime stop the boot', async () => {
  const config = authored({ jwt: { ttl: 60, lifetime: '1h' } });
  expect((await faultOf(async () => (await bootAuth({ config })).app.close())).code).toBe('E_CONFIG_RENAMED');
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
