import { describe, expect, test } from '@jest/globals';
import { bearerToken } from '@taproot/auth';
import type { Context } from '@taproot/core';

/** A request as Node gives it: of several headers of the name, `headers` has the first. */
const request = (...lines: readonly (readonly [name: string, value: string])[]): Context => {
  const first = lines.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const headers = first === undefined ? {} : { authorization: first };
  const message = { headers: () => headers, node: () => ({ rawHeaders: lines.flat() }) };
  return { request: () => message } as unknown as Context;
};

const read = (value: string): string | null => bearerToken(request(['Authorization', value]));
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
    expect(read(value)).toBe(token);
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
    expect(() => read(value)).toThrow(malformed);
  });

  test('has 8,192 characters at most', () => {
    expect(read(`Bearer ${'a'.repeat(8192)}`)).toHaveLength(8192);
    expect(() => read(`Bearer ${'a'.repeat(8193)}`)).toThrow(malformed);
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
    const message = { headers: () => ({ authorization: ['Bearer abc'] }), node: () => ({ rawHeaders: [] }) };
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
