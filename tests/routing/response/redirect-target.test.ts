import { describe, expect, test } from '@jest/globals';
import { isSafeTarget } from '../../../plugins/routing/src/response/redirect-target.ts';

const hosts = ['good.test', 'local.test:3000', '*.sub.test', '[::1]:8080'];

describe('isSafeTarget', () => {
  test.each([
    '/',
    '/posts/1?page=2#end',
    '/a b',
    '/\u00E4',
    '/a//b',
    '/@evil.test',
    '/x?next=//evil.test',
    '/x:y',
    'posts/1',
    '../up',
    '?page=2',
    '#end',
    './a:b',
    'https://good.test',
    'https://good.test/x?y#z',
    'HTTP://GOOD.test/x',
    'https://good.test:443/x',
    'http://local.test:3000/x',
    'https://a.sub.test',
    'https://a.b.sub.test/x',
    'http://[::1]:8080/x',
  ])('allows %j', (location) => {
    expect(isSafeTarget(location, hosts)).toBe(true);
  });

  test.each([
    '',
    '//evil.test',
    '///evil.test',
    '//good.test',
    '/\\evil.test',
    '\\\\evil.test',
    '\\/evil.test',
    '/x\\y',
    '/\t/evil.test',
    '/\r\n/evil.test',
    '/\0',
    ' //evil.test',
    '\t//evil.test',
    '\u0001//evil.test',
    '//evil.test ',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ftp://good.test',
    'mailto:a@good.test',
    'https:evil.test',
    'https:/evil.test',
    'https:///evil.test',
    'http:good.test',
    'https://evil.test',
    'https://good.test@evil.test',
    'https://good.test:443@evil.test/',
    'https://a@good.test',
    'https://@good.test',
    'https://good.test%40evil.test',
    'https://good.test\\@evil.test',
    'https://good.test.evil.test',
    'https://evilgood.test',
    'https://good.test:8443',
    'http://local.test',
    'https://sub.test',
    'https://evilsub.test',
    'https://good.test.',
    'https://[::1',
    'https://',
  ])('RT-19 refuses %j', (location) => {
    expect(isSafeTarget(location, hosts)).toBe(false);
  });

  test('RT-19 without hosts no absolute address is safe', () => {
    expect(isSafeTarget('https://good.test', [])).toBe(false);
    expect(isSafeTarget('/x', [])).toBe(true);
  });

  test('a host given with the port of its scheme is the host without', () => {
    expect(isSafeTarget('https://good.test', ['good.test:443'])).toBe(true);
    expect(isSafeTarget('http://good.test', ['good.test:443'])).toBe(false);
    expect(isSafeTarget('https://GOOD.test', ['Good.Test'])).toBe(true);
  });
});
