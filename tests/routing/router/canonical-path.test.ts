import { describe, expect, test } from '@jest/globals';
import { canonicalPath, originForm } from '../../../plugins/routing/src/router/canonical-path.ts';

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

  test.each(['//a', '/a//b', '/a//', '/.', '/a/./b', '/a/../b', '/a/%2e%2e/b', '/a/%2E', '/a\\b', '/a%5Cb', '/a/..'])(
    'RT-04 finds nothing at %s',
    (path) => expect(code(path)).toBe('E_ROUTE_NOT_FOUND'),
  );

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
    '/a#b',
    'a',
    '',
  ])('RT-01 RT-03 refuses %j as malformed', (path) => expect(code(path)).toBe('E_URL_MALFORMED'));
});

test('originForm takes scheme and authority off an absolute target', () => {
  expect(originForm('http://example.com/a?b')).toBe('/a?b');
  expect(originForm('https://example.com')).toBe('/');
  expect(originForm('http://example.com?b')).toBe('/?b');
  expect(originForm('/a')).toBe('/a');
  expect(originForm('ftp://x/')).toBe('ftp://x/');
});
