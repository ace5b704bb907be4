import { describe, expect, test } from '@jest/globals';
import type { Cookie } from '@taproot/core/internal';
import { accepts, wantsJson } from '../../../plugins/routing/src/input/accepts.ts';
import { parseCookies, serializeCookie } from '../../../plugins/routing/src/input/cookies.ts';
import { workOf } from '../../support/steps.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('accepts', () => {
  test.each<[header: string, types: string[], best: string | null]>([
    ['', ['text/plain', 'text/html'], 'text/plain'],
    ['*/*', ['application/json', 'text/html'], 'application/json'],
    ['text/html', ['application/json', 'text/html'], 'text/html'],
    ['text/*;q=0.5, application/json', ['text/html', 'application/json'], 'application/json'],
    ['text/html;q=0', ['text/html'], null],
    ['image/png', ['text/html'], null],
    [browser, ['application/json', 'text/html'], 'text/html'],
    [browser, ['json', 'html'], 'html'],
    ['garbage', ['text/html'], null],
    ['text/html', [], null],
  ])('of %p takes from %j %p', (header, types, best) => {
    expect(accepts(header, types)).toBe(best);
  });

  test.each<[name: string, header: string]>([
    [
      '4,000 types',
      Array.from({ length: 4000 }, (_, at) => `a/${at}`)
        .join(',')
        .slice(0, 16_384),
    ],
    ['one open quote before commas', `text/html;a="${','.repeat(16_384)}`],
    ['quotes and commas', '",'.repeat(8192)],
    ['parameters', `text/html${';a=b'.repeat(4096)}`],
    ['one endless type', `a/${'b'.repeat(16_384)}`],
    ['spaces', ' '.repeat(16_384)],
    ['plusses', '/a+json+'.repeat(2048)],
  ])('HD-07 a header of 16 KiB of %s is not looked through again and again', async (_name, header) => {
    const took = await workOf(() => {
      accepts(header, ['application/json', 'text/html', 'text/plain']);
      wantsJson(header);
    });
    // Of 2048 characters taken, squared at worst; squares of them all would be 268 million.
    expect(took).toBeLessThan(1.5 * 2048 ** 2);
  });

  test('HD-07 of a header too long only its first ranges count, and one endless range is no preference', () => {
    const long = `text/html;q=0.5, ${'image/png, '.repeat(1000)}application/json`;
    expect(accepts(long, ['application/json', 'text/html'])).toBe('text/html');
    expect(accepts(`a/${'b'.repeat(16_384)}`, ['text/plain', 'text/html'])).toBe('text/plain');
  });
});

describe('wantsJson', () => {
  test.each<[header: string, json: boolean]>([
    ['', true],
    ['*/*', true],
    ['application/json', true],
    ['application/json, text/plain, */*', true],
    ['application/*', true],
    ['image/png', true],
    ['application/vnd.api+json', true],
    ['application/problem+json, text/html;q=0.9', true],
    ['application/vnd.api+json;q=0.1, text/html', false],
    ['text/html', false],
    ['text/*', false],
    [browser, false],
    ['*/*, application/json;q=0', false],
    ['application/json;q=0.5, text/html;q=0.4', true],
    ['application/jsonp, text/html;q=0.5', false],
  ])('of %p is %p', (header, json) => {
    expect(wantsJson(header)).toBe(json);
  });
});

describe('parseCookies', () => {
  test('HD-08 inherits nothing, takes the first of a name and keeps a bad escape raw', () => {
    const cookies = parseCookies('__proto__=x; a=b; a=c; %zz=1; bad=%zz; good=%C3%A4%20b; empty=; flag');
    expect({ ...cookies }).toEqual({ ['__proto__']: 'x', a: 'b', '%zz': '1', bad: '%zz', good: '\u00E4 b', empty: '' });
    for (const name of ['constructor', 'toString', 'flag', 'hasOwnProperty']) expect(cookies[name]).toBeUndefined();
    expect(parseCookies('a=b')['__proto__']).toBeUndefined();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('of an empty header is empty', () => {
    expect(Object.keys(parseCookies(''))).toEqual([]);
  });
});

describe('serializeCookie', () => {
  const expires = new Date(Date.UTC(2030, 0, 2, 3, 4, 5));

  test.each<[cookie: Cookie, header: string]>([
    [{ name: 'a', value: 'b' }, 'a=b; Path=/'],
    [{ name: 'a', value: '' }, 'a=; Path=/'],
    [{ name: 'a', value: 'x\uD800' }, 'a=x%EF%BF%BD; Path=/'],
    [{ name: 'a', value: '\u00E4; b=c\r\n' }, 'a=%C3%A4%3B%20b%3Dc%0D%0A; Path=/'],
    [
      { name: 'a', value: 'b', maxAge: 0, path: '/x', domain: 'example.com' },
      'a=b; Max-Age=0; Domain=example.com; Path=/x',
    ],
    [
      { name: 'a', value: 'b', expires, secure: true, httpOnly: true, sameSite: 'none', partitioned: true },
      'a=b; Path=/; Expires=Wed, 02 Jan 2030 03:04:05 GMT; HttpOnly; Secure; Partitioned; SameSite=None',
    ],
    [{ name: 'a', value: 'b', maxAge: '14d' }, 'a=b; Max-Age=1209600; Path=/'],
    [{ name: '__Host-a', value: 'b', secure: true }, '__Host-a=b; Path=/; Secure'],
  ])('writes %j', (cookie, header) => {
    expect(serializeCookie(cookie)).toBe(header);
  });

  test('what it writes is read back', () => {
    const value = '\u00E4 "; ,\\ %zz \u{1F331}';
    const [pair = ''] = serializeCookie({ name: 'a', value }).split('; Path');
    expect(parseCookies(pair)['a']).toBe(value);
  });

  test.each<[about: string, cookie: Cookie]>([
    ['an empty name', { name: '', value: 'x' }],
    ['a name with a separator', { name: 'a;b', value: 'x' }],
    ['a name with a line break', { name: 'a\r\nX-Evil: 1', value: 'x' }],
    ['a name outside ASCII', { name: '\u00E4', value: 'x' }],
    ['a value too long', { name: 'a', value: 'x'.repeat(4096) }],
    ['a path with a line break', { name: 'a', value: 'x', path: '/\r\nX-Evil: 1' }],
    ['a path with another attribute', { name: 'a', value: 'x', path: '/; HttpOnly' }],
    ['a relative path', { name: 'a', value: 'x', path: 'x' }],
    ['a domain with another attribute', { name: 'a', value: 'x', domain: 'a; Secure' }],
    ['a fractional age', { name: 'a', value: 'x', maxAge: 1.5 }],
    ['an age that is no duration', { name: 'a', value: 'x', maxAge: '1 day' as '1d' }],
    ['an age of half a second', { name: 'a', value: 'x', maxAge: '500ms' }],
    ['an invalid date', { name: 'a', value: 'x', expires: new Date(Number.NaN) }],
    ['sameSite none without secure', { name: 'a', value: 'x', sameSite: 'none' }],
    ['partitioned without secure', { name: 'a', value: 'x', partitioned: true }],
    ['the prefix __Secure- without secure', { name: '__Secure-a', value: 'x' }],
    ['the prefix __Host- with a domain', { name: '__Host-a', value: 'x', secure: true, domain: 'example.com' }],
    ['the prefix __Host- with a path', { name: '__host-a', value: 'x', secure: true, path: '/x' }],
  ])('refuses %s', (_about, cookie) => {
    expect(() => serializeCookie(cookie)).toThrow(expect.objectContaining({ code: 'E_COOKIE_INVALID' }));
  });
});
