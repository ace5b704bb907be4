import { describe, expect, test } from '@jest/globals';
import { VerifiedTokens } from '../../../plugins/auth/src/guards/jwt-guard.ts';
import { type Claims, isEarly, isExpired, readClaims } from '../../../plugins/auth/src/tokens/claims.ts';

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
