import { describe, expect, test } from '@jest/globals';
import { bearerToken } from '@taproot/auth';
import type { Context } from '@taproot/core';
import { isEarly, isExpired, readClaims } from '../../../plugins/auth/src/tokens/claims.ts';

/** A request as Node gives it: of several headers of the name, `headers` has the first. */
const request = (...lines: readonly (readonly [name: string, value: string])[]): Context => {
  const first = lines.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const headers = first === undefined ? {} : { authorization: first };
  const message = { headers: () => headers, origin: () => ({ rawHeaders: lines.flat() }) };
  return { request: () => message } as unknown as Context;
};

const tokenIn = (value: string): string | null => bearerToken(request(['Authorization', value]));
const malformed = expect.objectContaining({ code: 'E_TOKEN_MALFORMED' });

describe('AU-04 the token of a request', () => {
  test('without credentials is null', () => {
    expect(bearerToken(request())).toBeNull();
    expect(bearerToken(request(['Host', 'authorization'], ['X-Authorization', 'Bearer a']))).toBeNull();
  });

  test.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER abc', 'abc'],
    ['Bearer    abc', 'abc'],
    ['Bearer a', 'a'],
    ['Bearer aZ09_-.~+/', 'aZ09_-.~+/'],
    ['Bearer abc=', 'abc='],
    ['Bearer abc==', 'abc=='],
  ])('is read from %j', (value, token) => {
    expect(tokenIn(value)).toBe(token);
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearerabc',
    'Bearer\tabc',
    'abc',
    ' Bearer abc',
    'x Bearer abc',
    'xBearer abc',
    'Basic abc',
    'Bearer abc def',
    'Bearer abc ',
    'Bearer abc,',
    'Bearer abc, Bearer def',
    'Bearer "abc"',
    'Bearer =',
    'Bearer =abc',
    'Bearer a=b',
    'Bearer a!',
    'Bearer !a',
    'Bearer a\u00e9',
  ])('is refused when the header is %j', (value) => {
    expect(() => tokenIn(value)).toThrow(malformed);
  });

  test('has 8,192 characters at most', () => {
    expect(tokenIn(`Bearer ${'a'.repeat(8192)}`)).toHaveLength(8192);
    expect(() => tokenIn(`Bearer ${'a'.repeat(8193)}`)).toThrow(malformed);
  });

  test('is refused when there are two headers, whatever each of them holds', () => {
    const token = ['Authorization', 'Bearer abc'] as const;
    for (const other of [
      ['Authorization', 'Bearer def'],
      ['authorization', 'Bearer abc'],
      ['AUTHORIZATION', 'Basic YTpi'],
      ['Authorization', ''],
    ] as const) {
      expect(() => bearerToken(request(token, other))).toThrow(malformed);
      expect(() => bearerToken(request(other, ['Host', 'a.test'], token))).toThrow(malformed);
    }
  });

  test('is read beside headers that only look like a second one', () => {
    const token = ['Authorization', 'Bearer abc'] as const;
    const others = [
      ['X-Name', 'authorization'],
      ['Xuthorization', 'Bearer def'],
      ['Proxy-Authorization', 'Basic YTpi'],
      ['Authorization2', 'Bearer def'],
    ] as const;
    expect(bearerToken(request(...others, token, ...others))).toBe('abc');
  });

  test('is refused when something has put a list in the place of the text', () => {
    const message = { headers: () => ({ authorization: ['Bearer abc'] }), origin: () => ({ rawHeaders: [] }) };
    expect(() => bearerToken({ request: () => message } as unknown as Context)).toThrow(malformed);
  });

  test('has the scheme that the caller asks for, and is refused by the error of the caller', () => {
    const refusal = Object.assign(new Error('none'), { code: 'E_NONE' });
    const ask = { malformed: () => refusal as never, credentials: /^Key (\d+)$/ };
    expect(bearerToken(request(['Authorization', 'Key 7']), ask)).toBe('7');
    for (const value of ['Bearer abc', `Key ${'7'.repeat(8193)}`])
      expect(() => bearerToken(request(['Authorization', value]), ask)).toThrow(refusal);
  });
});

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
