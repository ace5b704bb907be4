import { describe, expect, test } from '@jest/globals';
import {
  canonicalPath,
  canonicalRest,
  decodeRest,
  decodeSegment,
  encodedTarget,
  encodeRest,
  originForm,
} from '../../../plugins/routing/src/pattern/canonical-path.ts';

const code = (path: string): string => {
  try {
    return canonicalPath(path);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('canonicalPath', () => {
  test.each([
    ['/', '/'],
    ['/health', '/health'],
    ['/health/', '/health'],
    ['/Health', '/Health'],
    ['/%70rivate/x', '/private/x'],
    ['/caf%C3%A9', '/café'],
    ['/a%2Fb', '/a%2Fb'],
    ['/a%252Fb', '/a%252Fb'],
    ['/a%3Fb%23c', '/a%3Fb%23c'],
    ['/a%0Ab', '/a%0Ab'],
    ['/a;x=1/b', '/a;x=1/b'],
    ['/...', '/...'],
    ['/a/..b/.c', '/a/..b/.c'],
  ])('RT-04 reads %s as %s', (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical);
    expect(canonicalPath(canonical.replace('é', '%C3%A9'))).toBe(canonical);
  });

  test.each([
    '//',
    '///',
    '//a',
    '/a//b',
    '/a//',
    '/.',
    '/a/./b',
    '/a/../b',
    '/a/%2e%2e/b',
    '/a/%2E',
    '/a\\b',
    '/a%5Cb',
    '/a/..',
  ])('RT-04 finds nothing at %s', (path) => expect(code(path)).toBe('E_ROUTE_NOT_FOUND'));

  test.each([
    '/%E0%A4%A',
    '/%C0%AE',
    '/%FF',
    '/%ED%A0%80',
    '/a%00b',
    '/%',
    '/%zz',
    '/a b',
    '/a\u00e9',
    '/a\u007f',
    '/a#b',
    'a',
    '',
  ])('RT-01 RT-03 refuses %j as malformed', (path) => expect(code(path)).toBe('E_URL_MALFORMED'));
});

test('a path that is canonical as it stands is not decoded, which would cost each request', () => {
  const decode = globalThis.decodeURIComponent;
  const decoded: string[] = [];
  globalThis.decodeURIComponent = (text) => {
    decoded.push(text);
    return decode(text);
  };
  try {
    for (const path of ['/', '/health', '/a/b.c/d', '/!"$&~', '/a;x=1/[b]']) expect(canonicalPath(path)).toBe(path);
    expect(decoded).toEqual([]);
    expect(canonicalPath('/a/b/')).toBe('/a/b');
    expect(decoded).toEqual(['a', 'b']);
  } finally {
    globalThis.decodeURIComponent = decode;
  }
});

test('RT-01 what could not be decoded is the cause of its refusal', () => {
  expect(() => canonicalPath('/%FF')).toThrow(expect.objectContaining({ cause: expect.any(Error) as unknown }));
});

test('decodeSegment decodes what a canonical segment still escapes', () => {
  expect(decodeSegment('a%2Fb%25')).toBe('a/b%');
  expect(decodeSegment('plain')).toBe('plain');
});

test('originForm takes scheme and authority off an absolute target', () => {
  expect(originForm('http://example.com/a?b')).toBe('/a?b');
  expect(originForm('https://example.com')).toBe('/');
  expect(originForm('http://example.com?b')).toBe('/?b');
  expect(originForm('/a')).toBe('/a');
  expect(originForm('ftp://x/')).toBe('ftp://x/');
  expect(originForm('x:http://y/z')).toBe('x:http://y/z');
});

describe('encodedTarget', () => {
  test.each([
    ['/posts/7?page=2', '/posts/7?page=2'],
    ['/café', '/caf%C3%A9'],
    ['/a b/%2F', '/a%20b/%2F'],
    ['/é%25', '/%C3%A9%25'],
    ['/\ud83d', '/%EF%BF%BD'],
    // A query is as it was sent.
    ['/é?q=é%zz&r=?', '/%C3%A9?q=é%zz&r=?'],
    ['/a?q=é', '/a?q=é'],
  ])('%s is sent as %s', (target, encoded) => {
    expect(encodedTarget(target)).toBe(encoded);
  });
});

describe('the rest of a path, which a wildcard takes', () => {
  // The value that a handler gets; the path that finds it; the path as it is sent.
  test.each([
    ['a/b', 'a/b', 'a/b'],
    ['a b/c', 'a b/c', 'a%20b/c'],
    ['é/%2F/x', 'é/%2F/x', '%C3%A9/%2F/x'],
    ['a%2Fb', 'a%2Fb', 'a%2Fb'],
    ['a%252Fb%25252Fc', 'a%252Fb%25252Fc', 'a%252Fb%25252Fc'],
    ['50%/%2F?', '50%25/%2F%3F', '50%25/%2F%3F'],
    ['a#b%2Fc%', 'a%23b%2Fc%25', 'a%23b%2Fc%25'],
  ])('%s is found by %s', (value, canonical, encoded) => {
    expect(decodeRest(canonical)).toBe(value);
    expect(canonicalRest(value)).toBe(canonical);
    expect(encodeRest(value)).toBe(encoded);
    expect(canonicalPath(`/${encoded}`)).toBe(`/${canonical}`);
  });
});
