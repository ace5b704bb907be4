import { describe, expect, test } from '@jest/globals';
import { canonicalPath, decodeSegment, originForm } from '../../../plugins/routing/src/pattern/canonical-path.ts';

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
