import { createHmac, createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { VerifiedTokens } from '../../../plugins/auth/src/guards/jwt-guard.ts';
import { Challenge } from '../../../plugins/auth/src/tokens/challenge.ts';
import { type Claims, isEarly, isExpired, readClaims } from '../../../plugins/auth/src/tokens/claims.ts';
import { JwtCodec, type JwtCodecOptions } from '../../../plugins/auth/src/tokens/jwt-codec.ts';
import { faultOf, secret } from '../support/application.ts';
import { clockAt } from '../support/clock.ts';

const good = {
  sub: '1',
  exp: 2000,
  iat: 1000,
  nbf: 1100,
  jti: 'token',
  guard: 'jwt',
  use: 'access',
  login: 'login',
  generation: 0,
} as const;

/** The claims of a payload as it may come out of a token, whatever its types. */
const read = (payload: Record<string, unknown>): unknown => readClaims(payload);

describe('AU-03 the claims of a payload', () => {
  test('are taken over, and nothing else of it', () => {
    expect(read(good)).toEqual(good);
    expect(read({ ...good, use: 'refresh' })).toEqual({ ...good, use: 'refresh' });
    expect(read({ ...good, admin: true })).toEqual(good);
  });

  test('begin when the token was made, unless it says otherwise', () => {
    expect(read({ ...good, nbf: undefined })).toEqual({ ...good, nbf: 1000 });
    expect(read({ ...good, nbf: 0 })).toEqual({ ...good, nbf: 0 });
  });

  test.each(['sub', 'jti', 'guard', 'login'])('are none without a text for %s', (name) => {
    for (const value of [undefined, null, '', 1, true, ['a'], { a: 1 }])
      expect(read({ ...good, [name]: value })).toBeNull();
  });

  test('count from nothing where nobody counted', () => {
    expect(read({ ...good, generation: undefined })).toEqual(good);
  });

  test.each(['exp', 'iat', 'nbf', 'generation'])('are none when %s is no whole number', (name) => {
    for (const value of [null, '1500', -1, 1.5, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, true, [1500], {}])
      expect([value, read({ ...good, [name]: value })]).toEqual([value, null]);
    for (const value of [0, 1500, Number.MAX_SAFE_INTEGER])
      expect(read({ ...good, [name]: value })).toEqual({ ...good, [name]: value });
  });

  test('are none without an end or a beginning', () => {
    expect(read({ ...good, exp: undefined })).toBeNull();
    expect(read({ ...good, iat: undefined })).toBeNull();
  });

  test('are none when the token is for nothing that is known', () => {
    for (const use of [undefined, null, '', 'Access', 'id', 1, ['access']]) expect(read({ ...good, use })).toBeNull();
  });
});

describe('AU-03 a token', () => {
  test('has expired from its last second on, or as much later as clocks may differ', () => {
    expect([1999, 2000, 2001].map((now) => isExpired(good, now, 0))).toEqual([false, true, true]);
    expect([2009, 2010, 2011].map((now) => isExpired(good, now, 10))).toEqual([false, true, true]);
  });

  test('is early until both of its beginnings are there, or nearly', () => {
    expect([1099, 1100, 1101].map((now) => isEarly(good, now, 0))).toEqual([true, false, false]);
    expect([1089, 1090, 1091].map((now) => isEarly(good, now, 10))).toEqual([true, false, false]);
    const later = { ...good, iat: 1200 };
    expect([1199, 1200].map((now) => isEarly(later, now, 0))).toEqual([true, false]);
  });
});

const claimsOf = (sub: string): Claims => ({
  sub,
  exp: 2,
  iat: 1,
  nbf: 1,
  jti: 'a',
  guard: 'jwt',
  use: 'access',
  login: 'b',
  generation: 0,
});

test('of verified tokens a bounded number is kept, the latest ones', () => {
  const verified = new VerifiedTokens(2);
  for (const token of ['one', 'two', 'three']) verified.add(token, claimsOf(token));
  expect([verified.get('one'), verified.get('two')?.sub, verified.get('three')?.sub]).toEqual([
    undefined,
    'two',
    'three',
  ]);
  verified.add('three', claimsOf('again'));
  expect([verified.get('two')?.sub, verified.get('three')?.sub]).toEqual(['two', 'again']);
});

const challenge = new Challenge({
  config: { app: { name: 'Taproot' }, auth: { scheme: 'Bearer' } },
} as unknown as Application);

const key = createSecretKey(secret, 'utf8');
const keysOf = (sign: KeyObject | null, verify: KeyObject) => Promise.resolve({ sign, verify });

const codec = (options: Partial<JwtCodecOptions> = {}): JwtCodec =>
  new JwtCodec({
    guard: 'jwt',
    algorithm: 'HS256',
    issuer: null,
    audience: null,
    keys: keysOf(key, key),
    challenge,
    ...options,
  });

const grant = { sub: '7', use: 'access', login: 'login', lifetime: 60 } as const;
const payload = { ...grant, exp: 2000, iat: 1000, nbf: 1000, jti: 'token', guard: 'jwt' };
const header = { alg: 'HS256', typ: 'JWT' };

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as somebody makes it who has the secret. */
const forge = (body: object, head: object = header): string => {
  const signed = `${part(head)}.${part(body)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

/** What is thrown for a token that is none; its reply carries a challenge. */
const refusal = async (token: string, options: Partial<JwtCodecOptions> = {}): Promise<string> => {
  const fault = await faultOf(() => codec(options).verify(token));
  expect(fault.headers).toEqual({
    'WWW-Authenticate': 'Bearer realm="Taproot", error="invalid_token", error_description="The token is not valid"',
  });
  return fault.code;
};

afterEach(() => void jest.useRealTimers());

describe('a token', () => {
  test('says of whom, what for, since when and until when it is, and has a name of its own', async () => {
    clockAt(1_000_900);
    const { token, claims } = await codec().sign(grant);
    const { jti, ...rest } = claims;
    const times = { iat: 1000, nbf: 1000, exp: 1060 };
    expect(rest).toEqual({ sub: '7', use: 'access', login: 'login', generation: 0, guard: 'jwt', ...times });
    expect(jti).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(decodeJwt(token)).toEqual(claims);
    expect(decodeProtectedHeader(token)).toEqual(header);
    expect((await codec().sign(grant)).claims.jti).not.toBe(jti);
  });

  test('gives back what was signed, and no more of it', async () => {
    const { token, claims } = await codec({ issuer: 'https://a.test', audience: 'shop' }).sign(grant);
    expect(decodeJwt(token)).toEqual({ ...claims, iss: 'https://a.test', aud: 'shop' });
    expect(await codec().verify(token)).toEqual(claims);
  });

  test('AU-03 is not judged by its time, which is up to whoever asks', async () => {
    for (const times of [
      { exp: 1, iat: 0, nbf: 0 },
      { exp: 9e9, iat: 8e9, nbf: 8e9 },
    ])
      expect(await codec().verify(forge({ ...payload, ...times }))).toMatchObject(times);
  });

  test('is signed by nobody who has a public key alone', async () => {
    const fault = await faultOf(() => codec({ guard: 'partner', keys: keysOf(null, key) }).sign(grant));
    expect([fault.code, fault.message]).toEqual([
      'E_AUTH_VERIFY_ONLY',
      'The guard "partner" cannot sign tokens, because it has only a public key.',
    ]);
  });
});

describe('a token is refused', () => {
  test('the tokens that are forged here are good ones, but for what each row changes', async () => {
    const { lifetime: _lifetime, ...claims } = payload;
    expect(await codec().verify(forge(payload))).toEqual({ ...claims, generation: 0 });
  });

  test.each([
    ['no token', 'nonsense'],
    ['nothing', ''],
    ['a token without a signature', forge(payload).replace(/[^.]+$/, '')],
    ['a token with the signature of another', forge(payload).replace(/[^.]+$/, forge({}).split('.')[2] ?? '')],
    ['a token of another payload', forge(payload).replace(/\.[^.]+\./, `.${part({ ...payload, sub: '8' })}.`)],
    ['a token without an algorithm', forge(payload, { alg: 'none' })],
    ['a token of another algorithm', forge(payload, { alg: 'HS512' })],
    ['a token that says too little', forge({ ...payload, login: undefined })],
    ['a token that says nothing', forge({})],
    ['a token of another guard', forge({ ...payload, guard: 'admin' })],
  ])('AU-01 AU-13 as %s', async (_what, token) => {
    expect(await refusal(token)).toBe('E_TOKEN_INVALID');
  });

  test('in another spelling of the same bytes: base64url that is not canonical', async () => {
    const { token } = await codec().sign(grant);
    const [head = '', body = '', signature = ''] = token.split('.');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet[alphabet.indexOf(signature.at(-1) ?? '') + 1] ?? '';
    const twin = `${signature.slice(0, -1)}${last}`;
    expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
    for (const other of [twin, `${signature}=`, `${signature}A`, `${signature} `, `${signature}\n`, `${signature}!`])
      expect(await refusal(`${head}.${body}.${other}`)).toBe('E_TOKEN_INVALID');
    expect(await refusal(`${head}=.${body}.${signature}`)).toBe('E_TOKEN_INVALID');
    expect((await codec().verify(token)).sub).toBe(grant.sub);
  });

  test('AU-02 when it is of an algorithm that the guard is not pinned to, though its signature is right', async () => {
    const long = createSecretKey(`${secret}${secret}`, 'utf8');
    const { token } = await codec({ algorithm: 'HS512', keys: keysOf(long, long) }).sign(grant);
    expect(await refusal(token, { keys: keysOf(long, long) })).toBe('E_TOKEN_INVALID');
    expect((await codec({ algorithm: 'HS512', keys: keysOf(long, long) }).verify(token)).sub).toBe('7');
  });

  test('when it was issued by or for others, or does not say', async () => {
    const named = { issuer: 'https://a.test', audience: 'shop' };
    const tokens = { named: named, 'no issuer': { audience: 'shop' }, 'no audience': { issuer: 'https://a.test' } };
    const outcomes: Record<string, string> = {};
    for (const [name, signer] of Object.entries(tokens)) {
      const { token } = await codec(signer).sign(grant);
      for (const [what, reader] of Object.entries({
        both: named,
        issuer: { issuer: 'https://a.test' },
        audience: { audience: 'shop' },
        'other issuer': { ...named, issuer: 'https://b.test' },
        'other audience': { ...named, audience: 'blog' },
      }))
        outcomes[`${name}, ${what}`] = await codec(reader)
          .verify(token)
          .then(
            () => 'taken',
            () => refusal(token, reader),
          );
    }
    const refused = 'E_TOKEN_INVALID';
    expect(outcomes).toEqual({
      'named, both': 'taken',
      'named, issuer': 'taken',
      'named, audience': 'taken',
      'named, other issuer': refused,
      'named, other audience': refused,
      'no issuer, both': refused,
      'no issuer, issuer': refused,
      'no issuer, audience': 'taken',
      'no issuer, other issuer': refused,
      'no issuer, other audience': refused,
      'no audience, both': refused,
      'no audience, issuer': 'taken',
      'no audience, audience': refused,
      'no audience, other issuer': refused,
      'no audience, other audience': refused,
    });
  });

  test('and why it is stays with the error, for logs', async () => {
    const cause = async (token: string) => (await faultOf(() => codec().verify(token))).cause;
    expect(await cause('nonsense')).toMatchObject({ code: 'ERR_JWS_INVALID' });
    expect(await cause(forge({ ...payload, guard: 'admin' }))).toBeUndefined();
  });
});

describe('a fault of the keys', () => {
  test('is no fault of the token', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const verifying = codec({ keys: keysOf(null, publicKey) }).verify(forge(payload));
    await expect(verifying).rejects.toMatchObject({ name: 'TypeError' });
  });

  test('is told to whoever needs them, and ends no process before', async () => {
    const fault = new Error('no key');
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      const broken = codec({ keys: Promise.reject(fault) });
      // Node tells of a rejection nobody handles as soon as microtasks are done, which is before this.
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
      for (const work of [() => broken.ready(), () => broken.sign(grant), () => broken.verify(forge(payload))])
        await expect(work()).rejects.toBe(fault);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  test('does not come before the keys: ready() waits for them', async () => {
    let give: (keys: { sign: KeyObject; verify: KeyObject }) => void = () => undefined;
    const keys = new Promise<{ sign: KeyObject; verify: KeyObject }>((resolve) => (give = resolve));
    let ready = false;
    const waiting = codec({ keys })
      .ready()
      .then(() => (ready = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ready).toBe(false);
    give({ sign: key, verify: key });
    await waiting;
  });
});
