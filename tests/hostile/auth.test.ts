import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Gate } from '@taproot/auth';
import { type Context, ForbiddenError, type Handler } from '@taproot/core';
import { http } from '@taproot/testing';
import { FormRequest, validation } from '@taproot/validation';
import {
  bootAuth,
  codes,
  faultOf,
  raw,
  type Setup,
  type SetupOptions,
  secret,
  users,
  withAuth as withAuthOn,
} from '../auth/support/application.ts';
import { clockAt } from '../auth/support/clock.ts';
import { loginRoutes } from '../auth/support/routes.ts';
import { drivers } from '../support/drivers.ts';

const ok: Handler = (ctx) => ctx.response().success().string('ok');

const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const hashes: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

const now = (): number => Math.floor(Date.now() / 1000);

const claims = (more: object = {}): object => ({
  sub: '1',
  iat: now(),
  exp: now() + 600,
  jti: randomUUID(),
  guard: 'jwt',
  use: 'access',
  login: randomUUID(),
  ...more,
});

/** A token as somebody makes it who has the secret, or who would like to. */
const forge = (header: unknown, payload: unknown, key: string | Buffer = secret, hash = 'sha256'): string => {
  const signed = `${part(header)}.${part(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
};

const header = { alg: 'HS256', typ: 'JWT' };

afterEach(() => void jest.useRealTimers());

describe.each(drivers)('on the %s driver', (driver) => {
  const withAuth = (work: (setup: Setup) => Promise<void>, options: SetupOptions = {}) =>
    withAuthOn({ driver, routes: loginRoutes, ...options }, work);

  /** The status of each token on a route behind auth, and that the request was nobody's. */
  const statuses = async ({ app }: Setup, tokens: readonly string[]): Promise<number[]> => {
    const seen = [];
    for (const token of tokens) {
      const reply = await http(app).withToken(token).get('/me');
      seen.push(reply.status);
      if (reply.status !== 401) continue;
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer realm="Taproot", error="invalid_/);
      expect((await http(app).withToken(token).get('/whoami')).json()).toEqual({ user: null });
    }
    return seen;
  };

  test('the tokens that are forged here are good ones, but for what each row changes', async () => {
    await withAuth(async (setup) => {
      expect(await statuses(setup, [forge(header, claims())])).toEqual([200]);
    });
  });

  test('AU-01: a token without an algorithm or a signature is refused', async () => {
    await withAuth(async (setup) => {
      const signed = forge(header, claims());
      const bare = signed.slice(0, signed.lastIndexOf('.'));
      const tokens = ['none', 'None', 'nOnE', 'NONE', ''].flatMap((alg) => {
        const text = `${part({ alg, typ: 'JWT' })}.${part(claims())}`;
        return [`${text}.`, text, forge({ alg, typ: 'JWT' }, claims())];
      });
      const others = [
        bare,
        `${bare}.`,
        `${bare}.AAAA`,
        forge({ typ: 'JWT' }, claims()),
        forge({ alg: null }, claims()),
      ];
      expect(new Set(await statuses(setup, [...tokens, ...others]))).toEqual(new Set([401]));
    });
  });

  test('AU-02: a token of another algorithm is refused, though its signature is right', async () => {
    await withAuth(async (setup) => {
      const tokens = ['HS384', 'HS512'].map((alg) => forge({ alg }, claims(), secret, hashes[alg]));
      expect(await statuses(setup, tokens)).toEqual([401, 401]);
      expect(await statuses(setup, [forge({ alg: 'HS384' }, claims())])).toEqual([401]);
    });
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const rsa = { driver: 'jwt', algorithm: 'RS256', private_key: privateKey, public_key: publicKey } as const;
    await withAuth(
      async (setup) => {
        const { app } = setup;
        const login = await http(app).post('/login', { email: 'ada@example.com', password: 'ada-secret' });
        const { access_token: token } = login.json<{ access_token: string }>();
        expect(await statuses(setup, [token])).toEqual([200]);
        const confused = [forge(header, claims(), publicKey), forge(header, claims(), publicKey.trim())];
        expect(await statuses(setup, confused)).toEqual([401, 401]);
      },
      { config: { auth: { guards: { jwt: rsa } } } },
    );
  });

  test('AU-03: a token out of its time, or whose times are none, is refused', async () => {
    await withAuth(async (setup) => {
      const text = (member: string): string =>
        forge(header, JSON.stringify(claims({ exp: 0 })).replace('"exp":0', member));
      const tokens = [
        forge(header, claims({ exp: now() - 1 })),
        forge(header, claims({ exp: now() })),
        forge(header, claims({ nbf: now() + 30 })),
        forge(header, claims({ iat: now() + 3600, exp: now() + 7200 })),
        forge(header, claims({ iat: now() + 3600, nbf: now() - 10, exp: now() + 7200 })),
        forge(header, claims({ exp: String(now() + 600) })),
        forge(header, claims({ exp: -1 })),
        forge(header, claims({ exp: undefined })),
        forge(header, claims({ exp: null })),
        forge(header, claims({ exp: [now() + 600] })),
        forge(header, claims({ iat: undefined })),
        text('"exp":1e400'),
        text('"exp":NaN'),
        text('"exp":1e20'),
        text('"exp":-1e400'),
      ];
      expect(new Set(await statuses(setup, tokens))).toEqual(new Set([401]));
    });
  });

  test('AU-03: a token that was good is refused when it ends, and when the clock goes back behind its beginning', async () => {
    await withAuth(async (setup) => {
      const began = Date.now();
      const iat = Math.floor(began / 1000);
      const token = forge(header, claims({ iat, exp: iat + 600 }));
      expect(await statuses(setup, [token])).toEqual([200]);
      clockAt(began + 601_000);
      expect(await statuses(setup, [token])).toEqual([401]);
      clockAt(began - 3_600_000);
      expect(await statuses(setup, [token])).toEqual([401]);
      clockAt(began);
      expect(await statuses(setup, [token])).toEqual([200]);
    });
  });

  test('AU-03: a leeway is 60 seconds at most', async () => {
    const leeway = (seconds: number) => ({ auth: { guards: { jwt: { driver: 'jwt' as const, leeway: seconds } } } });
    expect((await faultOf(() => bootAuth({ driver, config: leeway(61) }))).code).toBe('E_AUTH_SETTING');
    await withAuth(
      async (setup) => {
        const expired = (seconds: number) => forge(header, claims({ exp: now() - seconds }));
        expect(await statuses(setup, [expired(50), expired(61)])).toEqual([200, 401]);
      },
      { config: leeway(60) },
    );
  });

  test('AU-04: one header of one bearer token is read, anything else in its place is refused', async () => {
    await withAuth(async ({ app }) => {
      await app.open();
      const token = forge(header, claims());
      const statusOf = async (...lines: readonly string[]): Promise<string> => {
        const reply = await raw(
          app,
          `GET /me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`,
        );
        const status = reply.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
        return status === '401' && !/\r\nWWW-Authenticate: Bearer /i.test(reply) ? '401 without a challenge' : status;
      };
      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
        expect(await statusOf(`Authorization: ${scheme} ${token}`)).toBe('200');
      expect(await statusOf(`Authorization: Bearer   ${token}`)).toBe('200');
      const refused = [
        [`Authorization: Bearer ${token} Bearer ${token}`],
        [`Authorization: Bearer ${token}, Bearer ${token}`],
        [`Authorization: Bearer ${token},`],
        [`Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`],
        [`Authorization: Basic YTpi`, `authorization: Bearer ${token}`],
        [`Authorization: Bearer\t${token}`],
        [`Authorization: Bearer${token}`],
        [`Authorization: Basic ${token}`],
        [`Authorization: Bearer "${token}"`],
        [`Authorization: ${token}`],
        ['Authorization: Bearer'],
        ['Authorization: Bearer '],
        ['Authorization:'],
        [`Authorization: Bearer ${'a'.repeat(8193)}`],
        [`Authorization: Bearer ${token}\u00a0`],
      ];
      for (const lines of refused) expect([lines, await statusOf(...lines)]).toEqual([lines, '401']);
      expect(['401', '431']).toContain(await statusOf(`Authorization: Bearer ${'a'.repeat(16_384)}`));
    });
  });

  test('AU-05: what a token says of keys is not followed, and what it says too much of is harmless', async () => {
    await withAuth(async (setup) => {
      const asked: string[] = [];
      const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
        asked.push(url instanceof Request ? url.url : url.toString());
        throw new Error('Nothing is to be fetched.');
      });
      const ignored = [
        { ...header, kid: '../../key' },
        { ...header, kid: "' or 1=1 --" },
        { ...header, jku: 'http://evil.test/keys', x5u: 'http://evil.test/cert', jwk: { kty: 'oct', k: 'AAAA' } },
      ];
      expect(
        await statuses(
          setup,
          ignored.map((head) => forge(head, claims())),
        ),
      ).toEqual([200, 200, 200]);
      // Signed with the key it brings along.
      const own = { ...header, jwk: { kty: 'oct', k: part('x'.repeat(32)) } };
      const refused = [forge(own, claims(), 'x'.repeat(32)), forge({ ...header, crit: ['exp2'], exp2: 1 }, claims())];
      expect(await statuses(setup, refused)).toEqual([401, 401]);
      const nested = forge(
        header,
        JSON.stringify(claims()).replace(/}$/, `,"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`),
      );
      expect(await statuses(setup, [nested])).toEqual([401]);
      expect(asked).toEqual([]);
      fetched.mockRestore();
    });
  });

  test('AU-06: an unknown user and a wrong password get the same reply', async () => {
    await withAuth(async ({ app }) => {
      const wrong = await http(app).post('/login', { email: 'ada@example.com', password: 'nope' });
      const unknown = await http(app).post('/login', { email: 'eve@example.com', password: 'nope' });
      expect([wrong.status, wrong.text]).toEqual([401, unknown.text]);
      expect(unknown.status).toBe(401);
      const nobody = [
        {},
        { email: 'ada@example.com' },
        { email: '', password: '' },
        { email: 'ada@example.com', password: '' },
      ];
      for (const body of nobody) expect((await http(app).post('/login', body)).status).toBe(401);
      const odd = { email: { $ne: '' }, password: ['ada-secret'] };
      expect((await http(app).post('/login', odd)).status).toBe(401);
    });
  });

  test('AU-12: while it cannot be told whether a token was revoked, it is refused with 503', async () => {
    const revocation = { store: 'database' as const, timeout: 0.05 };
    await withAuth(
      async (setup) => {
        const { app, rows, reports } = setup;
        const provider = () => http(app).withToken(token).get('/me');
        const login = await http(app).post('/login', { email: 'ada@example.com', password: 'ada-secret' });
        const { access_token: token, refresh_token: refresh } = login.json<{
          access_token: string;
          refresh_token: string;
        }>();
        expect((await provider()).status).toBe(200);
        for (const fault of [new Error('connection refused'), 'stall'] as const) {
          rows.fault = fault;
          expect((await provider()).status).toBe(503);
          expect((await http(app).withToken(refresh).post('/refresh')).status).toBe(503);
          expect((await http(app).withToken(token).post('/logout')).status).toBe(503);
          // Not a guest either: nobody knows.
          expect((await http(app).withToken(token).get('/whoami')).status).toBe(503);
        }
        expect(codes(reports)).toContain('E_AUTH_REVOCATION_FAILED');
        expect(codes(reports).filter((code) => code === 'E_AUTH_REVOCATION_FAILED')).toHaveLength(1);
      },
      { config: { auth: { revocation } } },
    );
  });

  test('AU-13: a token of one guard is none of another, and none is left of a user who is gone', async () => {
    const guards = { jwt: { driver: 'jwt' as const }, admin: { driver: 'jwt' as const, secret } };
    await withAuth(
      async ({ app, rows }) => {
        const issued = await http(app).post('/issue');
        const tokens = issued.json<{ jwt: string; admin: string; token: string }>();
        const open = async (path: string, token: string) => (await http(app).withToken(token).get(path)).status;
        const table = [];
        for (const path of ['/jwt', '/admin', '/token'])
          table.push([await open(path, tokens.jwt), await open(path, tokens.admin), await open(path, tokens.token)]);
        expect(table).toEqual([
          [200, 401, 401],
          [401, 200, 401],
          [401, 401, 200],
        ]);
        await rows.delete('users', { id: 1 });
        for (const guard of ['jwt', 'admin', 'token'] as const)
          expect(await open(`/${guard}`, tokens[guard])).toBe(401);
      },
      {
        config: { auth: { guards } },
        routes: (route, { facades, middleware }) => {
          route.post('/issue', async (ctx) => {
            const entries = [];
            for (const guard of ['jwt', 'admin', 'token'])
              entries.push([guard, await facades.Auth(ctx).guard(guard).login(users[0])]);
            return ctx.response().json(200, Object.fromEntries(entries));
          });
          for (const guard of ['jwt', 'admin', 'token']) route.middleware(middleware.auth(guard)).get(`/${guard}`, ok);
        },
      },
    );
  });
});

describe('AU-07: a secret that is none', () => {
  const bad = {
    short: 'k7Qv2mX9sLw4Rz8Tb1Nc6Hd3Gf5Jp0Y',
    example: 'a-string-secret-at-least-256-bits-long',
    placeholder: 'change-me-change-me-change-me-change-me',
    uniform: 'a'.repeat(64),
    pem: `-----BEGIN PUBLIC KEY-----\n${'QUJD'.repeat(20)}`,
  };
  const production = (env: Readonly<Record<string, string>>): SetupOptions => ({
    env: { APP_ENV: 'production', JWT_SECRET: '', ...env },
    routes: loginRoutes,
  });
  const codeOf = async (options: SetupOptions): Promise<string> =>
    (await faultOf(async () => (await bootAuth(options)).app.close())).code;

  test.each(Object.entries(bad))('AU-07: stops the boot in production: %s', async (_name, value) => {
    expect(await codeOf(production({ JWT_SECRET: value }))).toBe('E_AUTH_SECRET_WEAK');
    expect(await codeOf(production({ APP_KEY: value }))).toBe('E_AUTH_SECRET_WEAK');
  });

  test('AU-07: none at all stops it too, where a route needs it, and only there', async () => {
    expect(await codeOf(production({}))).toBe('E_AUTH_SECRET_MISSING');
    const { app } = await bootAuth({ ...production({}), routes: (route) => void route.get('/', ok) });
    await app.close();
  });

  test('D-7: a weak one of a guard that nobody asked for does not stop it, and signs nothing', async () => {
    const use: SetupOptions['routes'] = (route, { facades, middleware }) => {
      route.middleware(middleware.auth()).get('/me', ok);
      route.post('/jwt', async (ctx) => {
        await facades.Auth(ctx).guard('jwt').login({ id: 1, email: '' });
        return ctx.response().noContent();
      });
    };
    const weak = { ...production({ JWT_SECRET: 'old-secret' }), routes: use };
    const { app, reports } = await bootAuth({ ...weak, config: { auth: { default: 'token' } } });
    try {
      expect(codes(reports)).toEqual([]);
      expect((await http(app).post('/jwt')).status).toBe(500);
      expect(codes(reports)).toEqual(['E_AUTH_SECRET_WEAK']);
    } finally {
      await app.close();
    }
    const named = { default: 'token', guards: { jwt: { driver: 'jwt', lifetime: 60 } } };
    expect(await codeOf({ ...weak, config: { auth: named } })).toBe('E_AUTH_SECRET_WEAK');
    const routed: SetupOptions['routes'] = (route, { middleware }) =>
      void route.middleware(middleware.auth('jwt')).get('/', ok);
    expect(await codeOf({ ...weak, config: { auth: { default: 'token' } }, routes: routed })).toBe(
      'E_AUTH_SECRET_WEAK',
    );
  });

  test('AU-07: a good one does not, nor one derived from APP_KEY', async () => {
    for (const env of [{ JWT_SECRET: secret }, { APP_KEY: 'bm90IGEgcmVhbCBrZXksIGJ1dCBsb25nIGVub3VnaA==' }]) {
      const { app, reports } = await bootAuth(production(env));
      await app.close();
      expect(codes(reports)).toEqual([]);
    }
  });

  test('AU-07: in development it is reported instead', async () => {
    const env = { APP_ENV: 'development', JWT_SECRET: '' };
    const missing = await bootAuth({ env, routes: loginRoutes });
    expect(codes(missing.reports)).toEqual(['E_AUTH_SECRET_TEMPORARY']);
    const weak = await bootAuth({ env: { ...env, JWT_SECRET: 'short' }, routes: loginRoutes });
    expect(codes(weak.reports)).toEqual(['E_AUTH_SECRET_WEAK']);
    await Promise.all([missing.app.close(), weak.app.close()]);
  });
});

describe('AU-11: a form request whose authorize() says no', () => {
  const asked: string[] = [];

  abstract class Form extends FormRequest {
    title = 'untouched';

    rules() {
      asked.push('rules');
      return { title: 'required' } as const;
    }
  }

  class Throws extends Form {
    override authorize(): never {
      throw new Error('no such row');
    }
  }
  class Rejects extends Form {
    override async authorize(): Promise<boolean> {
      throw new ForbiddenError('Not yours.');
    }
  }
  class ForgetsAwait extends Form {
    // As it is written without await: the gate's promise itself is the answer.
    override authorize(ctx: Context) {
      return gateOf(ctx).allows('test:never');
    }
  }
  class AsksWithout extends Form {
    override authorize(ctx: Context) {
      return gateOf(ctx).allows('update-post', { post: { id: 1, author: 2 } });
    }
  }

  let gateOf: (ctx: Context) => Gate = () => {
    throw new Error('There is no application yet.');
  };

  test.each([
    ['throws', Throws],
    ['rejects', Rejects],
    ['forgets to await the gate', ForgetsAwait],
    ['asks the gate about somebody else', AsksWithout],
  ])('AU-11: %s: it is the err result, no rule runs, nothing is bound', async (_name, Class) => {
    asked.length = 0;
    await withAuthOn(
      {
        plugins: [validation()],
        callback: ({ facades }) => {
          gateOf = (ctx) => facades.Gate(ctx);
          facades
            .Gate()
            .define('test:never', async () => false, { guests: true })
            .define('update-post', (user, { post }) => user?.id === post.author);
        },
        routes: (route) =>
          void route.post('/posts', async (ctx) => {
            const form = new Class();
            const errors = await ctx
              .request()
              .validateRequest(form)
              .catch((error: unknown) => (error instanceof Error ? 'err' : 'odd'));
            return ctx.response().json(200, { errors, title: form.title });
          }),
      },
      async ({ app }) => {
        const reply = await http(app).post('/posts', { title: 'bound' });
        expect(reply.json()).toEqual({ errors: 'err', title: 'untouched' });
        expect(asked).toEqual([]);
      },
    );
  });
});

test('AU-08: two authentications of one route are told apart, or are one', async () => {
  await withAuthOn(
    {
      routes: (route, { middleware }) => {
        const inside = route.middleware(middleware.auth()).middleware(middleware.auth());
        inside.get('/once', ok);
        inside.withoutMiddleware(middleware.auth('token')).get('/still', ok);
        inside.withoutMiddleware(middleware.auth()).get('/open', ok);
      },
    },
    async ({ app }) => {
      const statusOf = async (path: string) => (await http(app).get(path)).status;
      expect([await statusOf('/once'), await statusOf('/still'), await statusOf('/open')]).toEqual([401, 401, 200]);
    },
  );
});
