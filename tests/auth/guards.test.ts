import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { auth, type Found, type Guard, type GuardConfig, type UserProvider } from '@taproot/auth';
import { type Application, type Config, type Handler, setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { bootAuth, codes, faultOf, type SetupOptions, secret, users, withAuth } from './support/application.ts';

const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding });
const weak = generateKeyPairSync('rsa', { modulusLength: 1024, publicKeyEncoding, privateKeyEncoding });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding, privateKeyEncoding });
const ed = generateKeyPairSync('ed25519', { publicKeyEncoding, privateKeyEncoding });

const me: Handler = (ctx) => ctx.response().success().string('me');

/** Tokens by `/login`, and a route behind the default guard. */
const routes: SetupOptions['routes'] = (route, { facades, middleware }) => {
  route.post('/login', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).issue(users[0])));
  route.middleware(middleware.auth()).get('/me', me);
};

const guard = (settings: GuardConfig): Config => ({ auth: { guards: { jwt: settings } } });

describe('a jwt guard', () => {
  test.each([
    ['RS256', rsa],
    ['PS256', rsa],
    ['ES256', ec],
    ['EdDSA', ed],
  ] as const)('signs and verifies with %s', async (algorithm, { privateKey, publicKey }) => {
    const config = guard({ driver: 'jwt', algorithm, private_key: privateKey, public_key: publicKey });
    await withAuth({ routes, config }, async ({ app }) => {
      const { access_token: token } = (await http(app).post('/login')).json<{ access_token: string }>();
      expect(decodeProtectedHeader(token)).toEqual({ alg: algorithm, typ: 'JWT' });
      expect((await http(app).withToken(token).get('/me')).status).toBe(200);
      const broken = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
      expect((await http(app).withToken(broken).get('/me')).status).toBe(401);
    });
  });

  test('verifies with a public key alone, and then logs nobody in', async () => {
    const signing = guard({ driver: 'jwt', algorithm: 'ES256', private_key: ec.privateKey });
    const verifying = guard({ driver: 'jwt', algorithm: 'ES256', public_key: ec.publicKey });
    await withAuth({ routes, config: signing }, async ({ app: issuer }) => {
      await withAuth({ routes, config: verifying }, async ({ app, reports }) => {
        const { access_token: token } = (await http(issuer).post('/login')).json<{ access_token: string }>();
        expect((await http(app).withToken(token).get('/me')).status).toBe(200);
        expect((await http(app).post('/login')).status).toBe(500);
        expect(codes(reports)).toEqual(['E_AUTH_VERIFY_ONLY']);
      });
    });
  });

  test('writes issuer and audience, and requires them', async () => {
    const named = (issuer: string, audience: string) => guard({ driver: 'jwt', issuer, audience });
    await withAuth({ routes, config: named('https://a.test', 'shop') }, async ({ app }) => {
      const { access_token: token } = (await http(app).post('/login')).json<{ access_token: string }>();
      expect(decodeJwt(token)).toMatchObject({ iss: 'https://a.test', aud: 'shop', sub: '1', guard: 'jwt' });
      for (const [issuer, audience, status] of [
        ['https://a.test', 'shop', 200],
        ['https://b.test', 'shop', 401],
        ['https://a.test', 'blog', 401],
      ] as const)
        await withAuth({ routes, config: named(issuer, audience) }, async ({ app: other }) => {
          expect((await http(other).withToken(token).get('/me')).status).toBe(status);
        });
    });
  });

  test('signs with JWT_SECRET as it is, and with what it derives from APP_KEY for itself alone', async () => {
    const key = 'bm90IGEgcmVhbCBrZXksIGJ1dCBsb25nIGVub3VnaA==';
    const accepts = async (env: Record<string, string>, config: Config, token: string): Promise<number> => {
      let status = 0;
      await withAuth({ routes, env, config }, async ({ app }) => {
        status = (await http(app).withToken(token).get('/me')).status;
      });
      return status;
    };
    const derived = { JWT_SECRET: '', APP_KEY: key };
    await withAuth({ routes, env: derived }, async ({ app }) => {
      const { access_token: token } = (await http(app).post('/login')).json<{ access_token: string }>();
      expect(await accepts(derived, {}, token)).toBe(200);
      expect(await accepts({ JWT_SECRET: key, APP_KEY: '' }, {}, token)).toBe(401);
      expect(await accepts({ JWT_SECRET: secret, APP_KEY: key }, {}, token)).toBe(401);
    });
  });

  const faults: readonly (readonly [string, GuardConfig, string])[] = [
    ['an RSA key of 1,024 bits', { driver: 'jwt', algorithm: 'RS256', private_key: weak.privateKey }, '1024 bits'],
    ['a key of another kind', { driver: 'jwt', algorithm: 'RS256', private_key: ec.privateKey }, 'of the kind ec'],
    ['another curve', { driver: 'jwt', algorithm: 'ES384', private_key: ec.privateKey }, 'curve is prime256v1'],
    ['no PEM', { driver: 'jwt', algorithm: 'RS256', public_key: 'key' }, 'no PEM text'],
    ['no key at all', { driver: 'jwt', algorithm: 'RS256' }, 'neither it nor private_key'],
    ['no lifetime', { driver: 'jwt', lifetime: 0 }, 'auth.guards.jwt.lifetime is 0'],
    ['a lifetime below 0', { driver: 'jwt', lifetime: -1 }, 'auth.guards.jwt.lifetime is -1'],
    [
      'an endless lifetime',
      { driver: 'jwt', refresh_lifetime: Number.POSITIVE_INFINITY },
      'refresh_lifetime is Infinity',
    ],
    ['a secret shorter than its hash', { driver: 'jwt', algorithm: 'HS512', secret }, 'fewer than 64 bytes'],
    ['an algorithm nobody has', { driver: 'jwt', algorithm: 'none' as 'HS256' }, "algorithm is 'none'"],
    ['a driver nobody has', { driver: 'jwtt' }, 'the driver "jwtt", which does not exist. Did you mean'],
    ['a provider nobody has', { driver: 'jwt', provider: 'user' }, '"user", which auth.providers does not contain'],
  ];

  test.each(faults)('stops the boot with %s', async (_name, settings, message) => {
    const env = { APP_ENV: 'production' };
    const fault = await faultOf(async () => (await bootAuth({ routes, env, config: guard(settings) })).app.close());
    expect(fault.message).toContain(message);
  });

  test('stops the boot with a key that no guard has, also in a guard of the application', async () => {
    const settings = { driver: 'jwt' as const, tll: 5 };
    const boot = async (config: Config) => (await bootAuth({ config })).app.close();
    expect((await faultOf(() => boot({ auth: { guards: { admin: settings } } }))).message).toContain('admin.tll');
    expect((await faultOf(() => boot({ auth: { default: 'jwtt' } }))).message).toBe(
      'The guard "jwtt" does not exist. Did you mean "jwt"?',
    );
  });
});

test('a route whose guard is not there, or that has no database, stops the boot', async () => {
  const boot = (register: NonNullable<SetupOptions['routes']>) => faultOf(() => bootAuth({ routes: register }));
  expect((await boot((route, { middleware }) => void route.middleware(middleware.auth('api')).get('/', me))).code).toBe(
    'E_AUTH_GUARD',
  );
  const alone = setup(null, { env: { APP_ENV: 'testing' } }).withPlugins([routing(), auth()]);
  for (const name of ['jwt', 'token']) {
    const fault = await faultOf(() => alone.withCallback(({ middleware }) => void middleware.auth(name)).create());
    expect(fault.code).toBe('E_AUTH_ROWS');
  }
});

test('E_AUTH_GUARD names the line of the route, and none where the settings name the guard', async () => {
  const names =
    (guard?: string): NonNullable<SetupOptions['routes']> =>
    (route, { middleware }) =>
      void route.middleware(middleware.auth(guard)).get('/', me);
  expect((await faultOf(() => bootAuth({ routes: names('jwtt') }))).message).toMatch(
    /^The guard "jwtt" at tests\/auth\/guards\.test\.ts:\d+ does not exist\. Did you mean "jwt"\?$/,
  );
  const config: Config = { auth: { default: 'jwtt' } };
  expect((await faultOf(() => bootAuth({ config, routes: names() }))).message).toMatch(
    /^The guard "jwtt" does not exist\. Did/,
  );
});

test('parse() sets the user of the request; an invalid token leaves a guest', async () => {
  await withAuth(
    {
      routes: (route, { facades }) => {
        route.post('/parse', async (ctx) => {
          const own = facades.Auth(ctx);
          const token = await own.login(users[1]);
          const payload = await own.parse(token);
          const known = [await own.check(), await own.guest(), await own.id(), await own.user()];
          const fault = await faultOf(() => own.parse('nonsense'));
          const now = [await own.check(), await own.id(), await own.user()];
          return ctx.response().json(200, { payload, known, fault: fault.code, now });
        });
      },
    },
    async ({ app }) => {
      const { payload, ...rest } = (await http(app).post('/parse')).json<{ payload: Record<string, string> }>();
      expect(rest).toEqual({
        known: [true, false, '2', users[1]],
        fault: 'E_TOKEN_INVALID',
        now: [false, null, null],
      });
      expect(payload).toMatchObject({ guard: 'jwt', key: '2' });
      expect(Date.parse(payload['expireAt'] ?? '') - Date.parse(payload['issuedAt'] ?? '')).toBe(3_600_000);
    },
  );
});

test('guards and providers of the application are used by name', async () => {
  const known = new Map([['7', { id: 7, email: 'grace@example.com' }]]);
  const inMemory: UserProvider = {
    findById: (id) => known.get(id) ?? null,
    findByCredentials: (): Found | null => null,
    idOf: (user) => String(user.id),
  };
  await withAuth(
    {
      config: {
        auth: {
          default: 'header',
          guards: { header: { driver: 'header', provider: 'memory' }, jwt: { provider: 'memory' } },
          providers: { memory: { driver: 'memory' } },
        },
      },
      callback: ({ facades }) => {
        facades
          .Auth()
          .provider('memory', () => inMemory)
          .extend('header', ({ name, provider }) => ({
            identify: async (ctx) => {
              const id = ctx.request().header('X-User');
              const user = await provider.findById(id);
              return user === null
                ? null
                : { guard: name, id, user, issuedAt: null, expiresAt: null, session: id, abilities: null };
            },
          }));
      },
      routes: (route, { facades, middleware }) => {
        const inside = route.middleware(middleware.auth());
        inside.get('/me', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).user()));
        inside.post('/login', async (ctx) => {
          const user = await facades.Auth(ctx).user();
          if (user === null) return ctx.response().noContent();
          const fault = await faultOf(() => facades.Auth(ctx).login(user));
          const token = await facades.Auth(ctx).guard('jwt').login(user);
          return ctx.response().json(200, { code: fault.code, message: fault.message, length: token.length });
        });
      },
    },
    async ({ app }) => {
      const client = http(app).withHeader('X-User', '7');
      expect((await client.get('/me')).json()).toEqual({ id: 7, email: 'grace@example.com' });
      expect((await http(app).withHeader('X-User', '8').get('/me')).status).toBe(401);
      expect((await client.post('/login')).json()).toMatchObject({
        code: 'E_AUTH_UNSUPPORTED',
        message: 'The guard "header" has no login().',
      });
      expect((await faultOf(() => app.facades.Auth().extend('late', () => ({ identify: () => null })))).code).toBe(
        'E_AUTH_LATE',
      );
    },
  );
});

declare module '@taproot/auth' {
  interface GuardDrivers {
    'api-key': { header?: string; keys: readonly string[] };
  }
}

const grace = { id: 7, email: 'grace@example.com' };

test('gap 9: a guard of a plugin gets its options, typed, and says what a guest is to send', async () => {
  await withAuth(
    {
      config: {
        auth: {
          guards: {
            shop: { driver: 'api-key', provider: 'memory', header: 'X-Shop-Key', keys: ['a', 'b'] },
            bare: { driver: 'unlisted', provider: 'memory' },
          },
          providers: { memory: { driver: 'memory' } },
        },
      },
      callback: ({ facades }) => {
        facades
          .Auth()
          .provider('memory', () => ({ findById: () => grace, findByCredentials: () => null, idOf: () => '7' }))
          .extend('api-key', ({ name, config }) => ({
            challenge: 'ApiKey realm="Shop"',
            identify: (ctx) => {
              const id = ctx.request().header(config.header ?? 'X-Key');
              if (!config.keys.includes(id)) return null;
              return { guard: name, id, user: grace, issuedAt: null, expiresAt: null, session: id, abilities: null };
            },
          }))
          .extend('unlisted', ({ config }) => {
            // @ts-expect-error -- no options were declared for this driver.
            void config.keys;
            return { identify: () => null };
          });
      },
      routes: (route, { middleware }) => {
        for (const name of ['shop', 'bare', 'jwt'])
          route.middleware(middleware.auth(name)).get(`/${name}`, (ctx) => ctx.response().noContent());
      },
    },
    async ({ app }) => {
      await http(app).withHeader('X-Shop-Key', 'b').get('/shop').assertNoContent();
      const refused = await http(app).withHeader('X-Shop-Key', 'c').get('/shop').assertUnauthorized();
      refused.assertHeader('WWW-Authenticate', 'ApiKey realm="Shop"');
      for (const path of ['/bare', '/jwt'])
        await http(app)
          .get(path)
          .assertUnauthorized()
          .assertHeader('WWW-Authenticate', /^Bearer realm=/);
    },
  );
});

describe('a guard that returns anything but a user object lets no one in', () => {
  const noUsers: readonly (readonly [string, unknown])[] = [
    ['undefined', undefined],
    ['false', false],
    ['an empty text', ''],
    ['a text', 'ada'],
    ['true', true],
    ['an empty list of rows', []],
  ];

  /** A provider that is what its type refuses: without a user it answers `absent`. */
  const careless = (users: ReadonlyMap<string, unknown>, absent: unknown): UserProvider => ({
    findById: (id) => (users.get(id) ?? absent) as ReturnType<UserProvider['findById']>,
    findByCredentials: () => ({ user: absent as Found['user'], hash: right }),
    idOf: (user) => String(user.id),
  });

  let right = '';

  const withCareless = async (
    absent: unknown,
    work: (app: Application, known: Map<string, unknown>) => Promise<void>,
  ) => {
    const known = new Map<string, unknown>([['1', users[0]]]);
    await withAuth(
      {
        config: {
          auth: {
            guards: {
              jwt: { provider: 'careless' },
              token: { provider: 'careless' },
              header: { driver: 'header', provider: 'careless' },
            },
            providers: { careless: { driver: 'careless' } },
          },
        },
        callback: ({ facades }) => {
          facades.Gate().define('see-reports', (user) => user === null, { guests: true });
          facades
            .Auth()
            .provider('careless', () => careless(known, absent))
            // As docs/auth.md prints it.
            .extend('header', ({ name, provider }) => ({
              identify: async (ctx) => {
                const id = ctx.request().header('X-User');
                const user = await provider.findById(id);
                return user && { guard: name, id, user, issuedAt: null, expiresAt: null, session: id, abilities: null };
              },
              parse: () => absent as never,
            }));
        },
        routes: (route, { facades, middleware }) => {
          for (const name of ['jwt', 'token', 'header']) {
            route.middleware(middleware.auth(name)).get(`/${name}`, me);
            route.middleware(middleware.auth({ guard: name, optional: true })).get(`/${name}/who`, async (ctx) => {
              const own = facades.Auth(ctx);
              const seen = [
                await own.check(),
                await own.guest(),
                await own.user(),
                await own.id(),
                await own.tokenCan('x'),
              ];
              return ctx.response().json(200, [...seen, await facades.Gate(ctx).allows('see-reports')]);
            });
          }
          route.get('/unasked', async (ctx) => {
            const own = facades.Auth(ctx).guard('header');
            return ctx.response().json(200, [await own.check(), await own.user()]);
          });
          route.get('/calls', async (ctx) => {
            const own = facades.Auth(ctx);
            const unknown = await faultOf(() => own.loginUsingId(2));
            const parsed = await faultOf(() => own.guard('header').parse('x'));
            const wrong = await own.verify({ password: 'ada-secret' });
            return ctx.response().json(200, [unknown.code, parsed.code, wrong, await own.guard('header').check()]);
          });
          route.middleware(middleware.auth()).get('/for-user', async (ctx) => {
            const gate = facades.Gate(ctx).forUser(absent as null);
            return ctx.response().json(200, await gate.allows('see-reports'));
          });
        },
      },
      async ({ app }) => {
        right = await app.facades.Hash().make('ada-secret');
        await work(app, known);
      },
    );
  };

  test.each(noUsers)('a provider that answers %s', async (_name, absent) => {
    await withCareless(absent, async (app, known) => {
      const guest = [false, true, null, null, false, true];
      for (const name of ['jwt', 'token']) {
        const { access_token: token } = await app.facades.Auth().issue(users[0], { guard: name });
        expect((await http(app).withToken(token).get(`/${name}`)).status).toBe(200);
        known.delete('1');
        const reply = await http(app).withToken(token).get(`/${name}`);
        expect([reply.status, reply.json<{ code: string }>().code]).toEqual([401, 'E_TOKEN_INVALID']);
        expect((await http(app).withToken(token).get(`/${name}/who`)).status).toBe(401);
        known.set('1', users[0]);
      }
      expect((await http(app).withHeader('X-User', '1').get('/header')).status).toBe(200);
      expect((await http(app).get('/header')).status).toBe(401);
      expect((await http(app).get('/header/who')).json()).toEqual(guest);
      expect((await http(app).get('/unasked')).json()).toEqual([false, null]);
    });
  });

  test.each(noUsers)('calls that meet %s', async (_name, absent) => {
    await withCareless(absent, async (app) => {
      expect((await http(app).get('/calls')).json()).toEqual(['E_AUTH_USER_UNKNOWN', 'E_TOKEN_INVALID', null, false]);
      const { access_token: token } = await app.facades.Auth().issue(users[0]);
      expect((await http(app).withToken(token).get('/for-user')).json()).toBe(true);
    });
  });
});

test('a driver may not take the name of another, be it built in', async () => {
  await withAuth(
    {
      routes: () => undefined,
      callback: ({ facades }) => {
        const guard = (): Guard => ({ identify: () => null });
        const auth = facades.Auth().extend('own', guard);
        const takes: (() => unknown)[] = [
          () => auth.extend('own', guard),
          () => auth.extend('jwt', guard),
          () => auth.provider('database', () => users as never),
          () => auth.provider('twice', () => users as never).provider('twice', () => users as never),
        ];
        for (const take of takes) expect(take).toThrow(expect.objectContaining({ code: 'E_AUTH_DRIVER_TAKEN' }));
      },
    },
    () => Promise.resolve(),
  );
});

test('tokens are issued where there is no request, by the guard that is named', async () => {
  await withAuth(
    {
      routes: (route, { middleware }) => {
        for (const name of ['jwt', 'token']) route.middleware(middleware.auth(name)).get(`/${name}`, me);
      },
      config: { auth: { guards: { silent: { driver: 'silent' } } } },
      callback: ({ facades }) => void facades.Auth().extend('silent', () => ({ identify: () => null })),
    },
    async ({ app }) => {
      const manager = app.facades.Auth();
      const jwt = await manager.issue(users[0]);
      const token = await manager.issue(users[1], { guard: 'token', lifetime: '5m' });
      expect([jwt.expires_in, token.expires_in, token.refresh_token]).toEqual([3600, 300, undefined]);
      expect((await http(app).withToken(jwt.access_token).get('/jwt')).status).toBe(200);
      expect((await http(app).withToken(token.access_token).get('/token')).status).toBe(200);
      for (const limits of [{ abilities: ['read'] }, { abilities: [] }, { lifetime: 60 }])
        expect((await faultOf(() => manager.issue(users[0], limits))).code).toBe('E_AUTH_ISSUE');
      expect(await manager.issue(users[0], { name: 'laptop' })).toHaveProperty('refresh_token');
      expect((await faultOf(() => manager.issue(users[0], { guard: 'silent' }))).code).toBe('E_AUTH_UNSUPPORTED');
      expect((await faultOf(() => manager.issue(users[0], { guard: 'tokn' }))).code).toBe('E_AUTH_GUARD');
    },
  );
});

test('users are looked up by the columns that are configured, and no others', async () => {
  await withAuth(
    {
      routes: (route, { facades }) => {
        route.post('/login', async (ctx) => {
          const given = { ...ctx.request().all(), password: ctx.request().input('password') };
          return ctx.response().json(200, (await facades.Auth(ctx).verify(given)) !== null);
        });
      },
    },
    async ({ app }) => {
      const login = (body: object) => http(app).post('/login', body);
      expect((await login({ email: 'ada@example.com', password: 'ada-secret' })).json()).toBe(true);
      const other = await login({ id: 1, password: 'ada-secret' });
      expect([other.status, other.json<{ code: string }>().code]).toEqual([400, 'E_AUTH_CREDENTIALS']);
      expect((await login({ password: 'ada-secret' })).json()).toBe(false);
    },
  );
});

test('a user has no password and nothing that is hidden', async () => {
  await withAuth(
    {
      config: { auth: { providers: { users: { hidden: ['email'] } } } },
      routes: (route, app) => {
        routes?.(route, app);
        route.get('/who', async (ctx) => ctx.response().json(200, await app.facades.Auth(ctx).user()));
      },
    },
    async ({ app }) => {
      const { access_token: token } = (await http(app).post('/login')).json<{ access_token: string }>();
      expect((await http(app).withToken(token).get('/who')).json()).toEqual({ id: 1 });
    },
  );
});

test('a question about a request, asked of facades.Auth() without one, names the missing argument', async () => {
  await withAuth({}, async ({ app }) => {
    expect(() => Reflect.get(app.facades.Auth(), 'user')()).toThrow(
      expect.objectContaining({
        code: 'E_AUTH_CONTEXT',
        message: 'facades.Auth().user() was called without a request.',
        fix: 'Pass the context to the facade: facades.Auth(ctx).user().',
      }),
    );
  });
});
