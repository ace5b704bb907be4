import { describe, expect, test } from '@jest/globals';
import { HeaderBag } from '../../../plugins/routing/src/response/header-bag.ts';
import { isSafeTarget } from '../../../plugins/routing/src/response/redirect.ts';

const bag = (...headers: [name: string, value: string | number | readonly string[]][]): HeaderBag => {
  const made = new HeaderBag();
  for (const [name, value] of headers) made.set(name, value);
  return made;
};

const noLists = {
  setHeader: (name: string): never => {
    throw new Error(`${name} has no several values`);
  },
};

describe('HeaderBag', () => {
  test('keeps names as first written and finds them in any case', () => {
    const headers = bag(['X-Id', 'a'], ['content-type', 'text/plain'], ['x-ID', 'b']);
    expect(headers.get('X-ID')).toBe('b');
    expect([...headers.entries()]).toEqual([
      ['X-Id', 'b'],
      ['content-type', 'text/plain'],
    ]);
  });

  test('is empty at first', () => {
    const headers = new HeaderBag();
    expect(headers.get('a')).toBeUndefined();
    headers.remove('a');
    expect([...headers.entries()]).toEqual([]);
    expect(headers.toRaw(noLists)).toEqual([]);
  });

  test('appends to what a header has', () => {
    const headers = new HeaderBag();
    headers.append('Set-Cookie', 'a=1');
    expect(headers.get('set-cookie')).toBe('a=1');
    headers.append('set-cookie', 'b=2');
    headers.append('set-cookie', ['c=3', 'd=4']);
    expect(headers.get('set-cookie')).toEqual(['a=1', 'b=2', 'c=3', 'd=4']);
    headers.set('Set-Cookie', 'e=5');
    expect(headers.get('set-cookie')).toBe('e=5');
  });

  test('keeps no list of the caller', () => {
    const list = ['a'];
    const headers = bag(['X-List', list]);
    list.push('b\r\n');
    expect(headers.get('x-list')).toEqual(['a']);
  });

  test('removes, and may set again', () => {
    const headers = bag(['A', '1'], ['B', '2']);
    headers.remove('a');
    headers.set('a', 3);
    expect(headers.toRaw(noLists)).toEqual(['B', '2', 'a', '3']);
  });

  test('gives the flat list of writeHead, and sets what has several values', () => {
    const lists = new Map<string, string[]>();
    const headers = bag(['Content-Length', 5], ['Set-Cookie', ['a=1', 'b=2']]);
    const raw = headers.toRaw({ setHeader: (name, values) => lists.set(name, values) });
    expect(raw).toEqual(['Content-Length', '5']);
    expect([...lists]).toEqual([['Set-Cookie', ['a=1', 'b=2']]]);
  });

  test.each<[before: string | readonly string[], field: string, after: string]>([
    ['', 'Origin', 'Origin'],
    ['Origin', 'Accept', 'Origin, Accept'],
    ['origin', 'Origin', 'origin'],
    ['Accept , Origin', 'ORIGIN', 'Accept , Origin'],
    ['*', 'Origin', '*'],
    ['Origin', '*', '*'],
    [['Accept', 'Origin'], 'Cookie', 'Accept, Origin, Cookie'],
    ['Accept-Encoding', 'Accept', 'Accept-Encoding, Accept'],
  ])('Vary: %j with %s added is %s', (before, field, after) => {
    const headers = before === '' ? new HeaderBag() : bag(['Vary', before]);
    headers.vary(field);
    expect(headers.get('vary')).toBe(after);
  });

  test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'a\0b', '\u0001', '\u007F', '\u0100', '\u2028', '\u{1F331}'])(
    'HD-01 refuses the value %j, set or added, alone or in a list',
    (value) => {
      const headers = bag(['X-Id', 'kept']);
      const refusal = expect.objectContaining({ code: 'E_HEADER_INVALID' });
      expect(() => headers.set('X-Id', value)).toThrow(refusal);
      expect(() => headers.set('X-New', ['fine', value])).toThrow(refusal);
      expect(() => headers.append('X-Id', value)).toThrow(refusal);
      expect(headers.toRaw(noLists)).toEqual(['X-Id', 'kept']);
    },
  );

  test.each(['', 'a b', 'a:', 'a\r\n', '\u00E4'])('HD-01 refuses the name %j', (name) => {
    expect(() => bag([name, 'x'])).toThrow(
      expect.objectContaining({
        code: 'E_HEADER_INVALID',
        message: `The header "${name}" does not have a valid name.`,
        fix: 'Use letters, digits and hyphens, without spaces.',
      }),
    );
  });

  test('takes tabs and the upper half of Latin-1', () => {
    expect(bag(['X-Id', 'a\t\u00E4\u0080']).get('x-id')).toBe('a\t\u00E4\u0080');
  });
});

test('fields added by vary() stay when Vary is set to something else, and go when it is removed', () => {
  const headers = new HeaderBag();
  headers.vary('Origin');
  headers.set('Vary', 'Accept');
  expect(headers.get('vary')).toBe('Accept, Origin');
  headers.set('vary', '*');
  expect(headers.get('vary')).toBe('*');
  headers.remove('Vary');
  headers.set('Vary', 'Accept');
  expect(headers.get('vary')).toBe('Accept');
});

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
