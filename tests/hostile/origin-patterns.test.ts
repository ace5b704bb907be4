import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { canonicalOrigin } from '../../plugins/cors/src/canonical-origin.ts';
import { OriginRules } from '../../plugins/cors/src/origin-rules.ts';
import { PathRules } from '../../plugins/cors/src/path-rules.ts';

// Rules hand the context on and never look into it.
const ctx = {} as Context;
const allows = (rule: string | RegExp, origin: string) => new OriginRules([rule]).allow(origin, ctx);

describe('CO-04 a pattern for all below a host', () => {
  test.each([
    'https://a.example.com',
    'https://a.b.example.com',
    'https://long-name_1.a2.example.com',
    'https://a.bcd.example.com',
  ])('lets %s in', (origin) => {
    expect(allows('https://*.example.com', origin)).toBe(true);
  });

  test.each([
    'https://example.com',
    'https://.example.com',
    'https://evil-example.com',
    'https://xexample.com',
    'https://a..example.com',
    'https://a.%00b.example.com',
    'https://%a.example.com',
    'https://a%.example.com',
    'https://a.b%.example.com',
    'https://a.example.com.evil.test',
    'https://a.example.com:8443',
    'http://a.example.com',
    'https://A.example.com',
    'xhttps://a.example.com',
    'https://evil.test',
    'https://a.example.org',
    'null',
    '',
  ])('keeps %j out', (origin) => {
    expect(allows('https://*.example.com', origin)).toBe(false);
  });

  test('has its scheme and port, written in any case', () => {
    expect(allows('HTTP://*.Example.COM:8080', 'http://a.example.com:8080')).toBe(true);
    expect(allows('HTTP://*.Example.COM:8080', 'http://a.example.com')).toBe(false);
    expect(allows('https://*.example.com:443', 'https://a.example.com')).toBe(true);
  });

  test('is told by its own text when it is none', () => {
    expect(() => new OriginRules(['https://*./x'])).toThrow('"https://*./x"');
  });
});

test('CO-03 an origin of 300 characters is looked at, a longer one is not', () => {
  const host = (length: number): string => `https://${'a'.repeat(length - 'https://'.length)}`;
  expect(allows(/https:\/\/a+/, host(300))).toBe(true);
  expect(allows(/https:\/\/a+/, host(301))).toBe(false);
});

test('CO-11 an entry is an origin from its first letter on', () => {
  for (const entry of ['x y://a.test', ' https://a.test', '://a.test'])
    expect(() => canonicalOrigin(entry)).toThrow('scheme');
  for (const entry of ['https://a.test/b/', 'https://a/b.test/'])
    expect(() => canonicalOrigin(entry)).toThrow('path or query');
  // Only the two schemes of the web have usual ports and hosts in ASCII.
  expect(canonicalOrigin('http://a.test:80')).toBe('http://a.test');
  expect(canonicalOrigin('xhttp://A.test:80')).toBe('xhttp://a.test:80');
  expect(canonicalOrigin('httpx://A.test:80')).toBe('httpx://a.test:80');
});

describe('CO-10 a path pattern', () => {
  test.each([
    ['a{b}', 'parameters belong to routes'],
    ['https://a.test/x', 'it has a scheme'],
    ['a*b', '"*" may only stand alone'],
    ['api*', '"*" may only stand alone'],
    ['*/a', '"*" may only stand alone'],
  ])('%s is refused: %s', (pattern, reason) => {
    expect(() => new PathRules([pattern])).toThrow(reason);
    expect(() => new PathRules([pattern])).toThrow(JSON.stringify(pattern));
  });

  test('loses the slashes around it, however many', () => {
    for (const pattern of ['//login//', 'login///', '///login']) {
      expect(new PathRules([pattern]).include('/login')).toBe(true);
      expect(new PathRules([pattern]).include('/login/')).toBe(false);
    }
  });

  test('without any nothing is included', () => {
    for (const path of ['/', '/a', 'Stryker', '']) expect(new PathRules([]).include(path)).toBe(false);
  });

  test('that is no text is refused', () => {
    expect(() => new PathRules([7 as unknown as string])).toThrow('holds 7, which is no path pattern: it is no text');
  });
});
