import { scryptSync, timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { auth, type Hash } from '@taproot/auth';
import { type Config, setup } from '@taproot/core';
import { http } from '@taproot/testing';
import { codes, faultOf, withAuth } from './support/application.ts';
import { withAttempts } from './support/password-times.ts';

type Passwords = NonNullable<Exclude<Config['auth'], ((...given: never[]) => unknown) | undefined>['passwords']>;

const withHash = async (passwords: Passwords, work: (hash: Hash) => Promise<void>): Promise<void> => {
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([auth()])
    .withConfig({ auth: { passwords } })
    .create();
  try {
    await work(app.facades.Hash());
  } finally {
    await app.close();
  }
};

const cheap = { memory: 64, passes: 1, parallelism: 1 };

test('hashes are argon2id with the parameters of OWASP, and differ for one password', async () => {
  await withHash({}, async (hash) => {
    const [one, other] = [await hash.make('secret'), await hash.make('secret')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect([await hash.check('secret', one), await hash.check('Secret', one)]).toEqual([true, false]);
    expect(hash.needsRehash(one)).toBe(false);
  });
});

test('check() is false for strings that are not an argon2 hash', async () => {
  await withHash(cheap, async (hash) => {
    const bcrypt = '$2b$12$C6UzMDM.H6dfI/f/IKcEeO7ZbpHkP0m8zU6l1Xh0rVb1bRmV4hV1K';
    for (const odd of ['', 'secret', bcrypt, '$argon2id$v=19$m=64,t=1,p=1$', '$argon2id$v=19$m=64,t=1,p=1$AAAA$AAAA'])
      expect(await hash.check('secret', odd)).toBe(false);
    expect(hash.needsRehash(bcrypt)).toBe(true);
  });
});

// As Node's own scrypt is stored by many applications.
const scryptVerifier = {
  knows: (hash: string) => hash.startsWith('scrypt:'),
  check: (password: string, hash: string) => {
    const [, salt = '', key = ''] = hash.split(':');
    return timingSafeEqual(scryptSync(password, salt, 32), Buffer.from(key, 'base64'));
  },
};
const scryptOf = (password: string): string => `scrypt:salt:${scryptSync(password, 'salt', 32).toString('base64')}`;

test('hashes that users bring along are judged by the verifier that knows them, and made anew at a login', async () => {
  await withAuth(
    {
      config: { auth: { passwords: { verifiers: [scryptVerifier] } } },
      routes: (route, { facades }) => {
        route.post('/login', async (ctx) => {
          const { password } = ctx.request().only('password');
          return ctx.response().json(200, await facades.Auth(ctx).verify({ email: 'ada@example.com', password }));
        });
      },
    },
    async ({ app, rows, reports }) => {
      await rows.update('users', { id: 1 }, { password: scryptOf('moved-in') });
      const login = async (password: string) => (await http(app).post('/login', { password })).json();
      const stored = async () => String((await rows.first('users', { id: '1' }))?.['password']);
      expect(await login('wrong')).toBeNull();
      expect(await stored()).toMatch(/^scrypt:/);
      expect(await login('moved-in')).toMatchObject({ id: 1 });
      expect(await stored()).toMatch(/^\$argon2id\$/);
      expect([await login('moved-in'), await login('wrong')]).toEqual([expect.objectContaining({ id: 1 }), null]);
      const hash = app.facades.Hash();
      expect(await hash.check('x', scryptOf('x'))).toBe(true);
      expect(hash.needsRehash(scryptOf('x'))).toBe(true);
      expect(await hash.check('x'.repeat(4097), scryptOf('x'.repeat(4097)))).toBe(false);
      expect(reports).toEqual([]);
    },
  );
});

test('only true of a verifier is yes, and its error is one of the login', async () => {
  const answers: unknown[] = ['yes', 1, Promise.resolve('true')];
  for (const answer of answers)
    await withHash({ ...cheap, verifiers: [{ knows: () => true, check: () => answer as boolean }] }, async (hash) => {
      expect(await hash.check('x', '$2b$12$abc')).toBe(false);
    });
  const fault = new Error('bcrypt is not installed');
  await withHash({ ...cheap, verifiers: [{ knows: () => true, check: () => Promise.reject(fault) }] }, async (hash) => {
    await expect(hash.check('x', '$2b$12$abc')).rejects.toBe(fault);
    expect(await hash.check('x', await hash.make('x'))).toBe(true);
  });
  const half = { knows: () => true } as unknown as typeof scryptVerifier;
  expect(await faultOf(() => withHash({ ...cheap, verifiers: [half] }, async () => undefined))).toMatchObject({
    code: 'E_AUTH_SETTING',
    message: expect.stringContaining('auth.passwords.verifiers[0] is'),
  });
});

test.each([
  ['$2y$12$C6UzMDM.H6dfI/f/IKcEeO7ZbpHkP0m8zU6l1Xh0rVb1bRmV4hV1K', '$2y$'],
  ['$argon2i$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaA', '$argon2i$'],
  ['{bcrypt}$2a$10$abcdefghijklmnopqrstuv', '{bcrypt}'],
  ['pbkdf2_sha256$600000$c2FsdA$aGFzaA', 'pbkdf2_sha256'],
  ['5f4dcc3b5aa765d61d8327deb882cf99', 'no name in front'],
])('a hash of a form that nobody knows is reported by its name alone: %s', async (stored, form) => {
  await withAuth(
    {
      routes: (route, { facades }) => {
        route.post('/login', async (ctx) =>
          ctx.response().json(200, await facades.Auth(ctx).verify({ email: 'ada@example.com', password: 'x' })),
        );
      },
    },
    async ({ app, rows, reports }) => {
      await rows.update('users', { id: 1 }, { password: stored });
      for (let i = 0; i < 3; i++) expect((await http(app).post('/login')).json()).toBeNull();
      expect(codes(reports)).toEqual(['E_PASSWORD_HASH_UNKNOWN']);
      expect(String(reports[0])).toContain(`(${form})`);
      expect(String(reports[0])).not.toContain(stored);
    },
  );
});

test('a password has 4,096 bytes at most, and every one of them counts', async () => {
  await withHash(cheap, async (hash) => {
    const longest = 'ä'.repeat(2048);
    const hashed = await hash.make(longest);
    expect(await hash.check(longest, hashed)).toBe(true);
    expect(await hash.check(`${longest.slice(0, -1)}a`, hashed)).toBe(false);
    expect((await faultOf(() => hash.make(`${longest}a`))).code).toBe('E_PASSWORD_LONG');
    expect(await hash.check(`${longest}a`, hashed)).toBe(false);
  });
});

test('a storm of logins is worked off a few at a time, and beyond a bound refused with 503', async () => {
  await withHash({ ...cheap, concurrency: 2, max_waiting: 10 }, async (hash) => {
    const hashed = await hash.make('secret');
    const asked = Array.from({ length: 50 }, () => hash.check('secret', hashed));
    const settled = await Promise.allSettled(asked);
    const right = settled.filter((one) => one.status === 'fulfilled' && one.value);
    const refused = settled.filter((one) => one.status === 'rejected');
    expect([right.length, refused.length]).toEqual([12, 38]);
    expect(refused[0]?.reason).toMatchObject({ code: 'E_PASSWORD_BUSY', status: 503 });
    // Nothing of it is left behind.
    const again = await Promise.all(Array.from({ length: 12 }, () => hash.check('secret', hashed)));
    expect(again).toEqual(Array.from({ length: 12 }, () => true));
  });
});

test('a decoy that could not be made in a storm is made after it', async () => {
  await withHash({ ...cheap, concurrency: 1, max_waiting: 1 }, async (hash) => {
    const [first, second] = [hash.make('one'), hash.make('two')];
    expect((await faultOf(() => hash.decoy())).code).toBe('E_PASSWORD_BUSY');
    await Promise.all([first, second]);
    expect(await hash.decoy()).toMatch(/^\$argon2id\$/);
    expect(await hash.decoy()).toBe(await hash.decoy());
  });
});

test.each<[string, Passwords]>([
  ['memory', { memory: 0 }],
  ['memory', { memory: 7 }],
  ['memory', { memory: 16, parallelism: 4 }],
  ['memory', { memory: 64.5 }],
  ['memory', { memory: -1 }],
  ['memory', { memory: 2 ** 32 }],
  ['passes', { passes: 0 }],
  ['passes', { passes: 1.5 }],
  ['parallelism', { parallelism: 0 }],
  ['parallelism', { parallelism: 2 ** 24 }],
  ['concurrency', { concurrency: 0 }],
  ['concurrency', { concurrency: 0.5 }],
  ['max_waiting', { max_waiting: -1 }],
])('%s that cannot work stops the boot: %j', async (setting, passwords) => {
  const fault = await faultOf(() => withHash({ ...cheap, ...passwords }, async () => undefined));
  expect(fault.code).toBe('E_AUTH_SETTING');
  expect(fault.message).toContain(
    `auth.passwords.${setting} is ${inspect(passwords[setting as never])}, but must be a whole number`,
  );
});

test.each<Passwords>([
  { memory: 8 },
  { memory: 32, parallelism: 4 },
  { concurrency: Number.POSITIVE_INFINITY, max_waiting: 0 },
  { concurrency: 1, max_waiting: Number.POSITIVE_INFINITY },
])('the least and the most that work do: %j', async (passwords) => {
  await withHash({ ...cheap, ...passwords }, async (hash) => {
    expect(await hash.check('secret', await hash.make('secret'))).toBe(true);
  });
});

test('a user whose hash is of another kind costs what a wrong password costs', async () => {
  await withAuth(
    {
      routes: (route, { facades }) => {
        route.post('/login', async (ctx) => {
          const user = await facades.Auth(ctx).verify({ email: 'ada@example.com', password: 'ada-secret' });
          return ctx.response().json(200, user);
        });
      },
    },
    async ({ app, rows }) => {
      await rows.update(
        'users',
        { id: 1 },
        { password: '$2b$12$C6UzMDM.H6dfI/f/IKcEeO7ZbpHkP0m8zU6l1Xh0rVb1bRmV4hV1K' },
      );
      const hash = app.facades.Hash();
      const decoy = await hash.decoy();
      const checked = jest.spyOn(hash, 'check');
      expect((await http(app).post('/login')).json()).toBeNull();
      expect(checked.mock.calls).toEqual([['ada-secret', decoy]]);
    },
  );
});

test('a hash that cannot be renewed is reported, and the login goes on', async () => {
  await withAuth(
    {
      config: { auth: { passwords: { passes: 2 } } },
      routes: (route, { facades }) => {
        route.post('/login', async (ctx) => {
          const user = await facades.Auth(ctx).verify({ email: 'ada@example.com', password: 'ada-secret' });
          return ctx.response().json(200, user);
        });
      },
    },
    async ({ app, rows, reports }) => {
      await withHash(cheap, async (weaker) => {
        await rows.update('users', { id: 1 }, { password: await weaker.make('ada-secret') });
      });
      rows.update = () => Promise.reject(new Error('read-only'));
      expect((await http(app).post('/login')).json()).toEqual({ id: 1, email: 'ada@example.com' });
      expect(codes(reports)).toEqual(['Error: read-only']);
    },
  );
});

test('a password that was changed while its old hash is made anew stays changed', async () => {
  await withAuth(
    {
      config: { auth: { passwords: { passes: 2 } } },
      routes: (route, { facades }) => {
        route.post('/login', async (ctx) => {
          const user = await facades.Auth(ctx).verify({ email: 'ada@example.com', password: 'ada-secret' });
          return ctx.response().json(200, user);
        });
      },
    },
    async ({ app, rows }) => {
      await withHash(cheap, async (weaker) => {
        await rows.update('users', { id: 1 }, { password: await weaker.make('ada-secret') });
      });
      const hash = app.facades.Hash();
      await hash.decoy();
      const make = hash.make.bind(hash);
      jest.spyOn(hash, 'make').mockImplementation(async (password) => {
        await rows.update('users', { id: 1 }, { password: 'changed' });
        return make(password);
      });
      expect((await http(app).post('/login')).json()).toMatchObject({ id: 1 });
      expect(rows.tables.get('users')?.find(({ id }) => id === 1)?.['password']).toBe('changed');
    },
  );
});

test('a hash made with other parameters is made anew at the next login', async () => {
  await withAuth(
    {
      config: { auth: { passwords: { passes: 2 } } },
      routes: (route, { facades }) => {
        route.post('/login', async (ctx) => {
          const { email, password } = { email: 'ada@example.com', password: ctx.request().query('password') };
          return ctx.response().json(200, (await facades.Auth(ctx).verify({ email, password })) !== null);
        });
      },
    },
    async ({ app, rows }) => {
      const stored = () => String(rows.tables.get('users')?.find(({ id }) => id === 1)?.['password']);
      await withHash(cheap, async (weaker) => {
        await rows.update('users', { id: 1 }, { password: await weaker.make('ada-secret') });
      });
      const weak = stored();
      expect((await http(app).post('/login?password=wrong')).json()).toBe(false);
      expect(stored()).toBe(weak);
      expect((await http(app).post('/login?password=ada-secret')).json()).toBe(true);
      expect(stored()).toContain('t=2,');
      const renewed = stored();
      expect((await http(app).post('/login?password=ada-secret')).json()).toBe(true);
      expect(stored()).toBe(renewed);
    },
  );
});

test('AU-06: an unknown user, and one without a hash of ours, cost the same hash as a wrong password', async () => {
  await withAttempts(async (attempt, hash) => {
    await attempt('ada@example.com')();
    const [checked, made] = [jest.spyOn(hash, 'check'), jest.spyOn(hash, 'make')];
    for (const name of ['ada', 'eve', 'bob', 'cyd'])
      for (const password of ['not-her-secret', '']) {
        checked.mockClear();
        expect(await attempt(`${name}@example.com`, password)()).toBeNull();
        // One hash of the configured cost, whoever is asked for.
        expect(checked.mock.calls.map(([, against]) => hash.needsRehash(against))).toEqual([false]);
      }
    expect(made).not.toHaveBeenCalled();
  });
});
