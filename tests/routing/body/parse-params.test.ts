import { describe, expect, test } from '@jest/globals';
import { nestParams, parseParams } from '../../../plugins/routing/src/body/parse-params.ts';

const limits = { count: 1000, depth: 20 };
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const cases: [text: string, value: unknown][] = [
  ['', {}],
  ['&&=x&', {}],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['a[]=1', { a: ['1'] }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
  ['a[2]=x&a[7]=y', { a: ['x', 'y'] }],
  ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
  ['a[0][x]=1&a[1][x]=2', { a: [{ x: '1' }, { x: '2' }] }],
  ['a%5Bb%5D=1', { a: { b: '1' } }],
  ['a[01]=x', { a: { '01': 'x' } }],
  ['q=a+b%20c%2B', { q: 'a b c+' }],
  ['q=100%', { q: '100%' }],
  ['q=%zz', { q: '%zz' }],
  ['q=%C3%A4', { q: 'ä' }],
  ['q=[x', { q: '[x' }],
  ['a.b=1', { 'a.b': '1' }],
  ['toString=1&constructor=2', { toString: '1', constructor: '2' }],
  ['hasOwnProperty[x]=1', { hasOwnProperty: { x: '1' } }],
];

describe('parseParams()', () => {
  test.each(cases)('%j', (text, value) => {
    expect(plain(parseParams(text, limits))).toEqual(value);
  });

  test('its maps have no prototype, at any depth', () => {
    const { a } = parseParams('a[b][c]=1', limits) as { a: { b: object } };
    for (const map of [parseParams('', limits), a, a.b]) expect(Object.getPrototypeOf(map)).toBeNull();
  });

  test.each([
    ['a]=1', 'E_PARAMS_MALFORMED'],
    ['a[=1', 'E_PARAMS_MALFORMED'],
    ['a[b]c=1', 'E_PARAMS_MALFORMED'],
    ['[a]=1', 'E_PARAMS_MALFORMED'],
    ['a[b[c]]=1', 'E_PARAMS_MALFORMED'],
    ['a=%FF', 'E_PARAMS_MALFORMED'],
    ['a=%ED%A0%80', 'E_PARAMS_MALFORMED'],
    ['a[1000]=1', 'E_PARAMS_MALFORMED'],
    [`a${'[b]'.repeat(21)}=1`, 'E_PARAMS_DEPTH'],
    ['a=1&'.repeat(1001), 'E_PARAMS_TOO_MANY'],
  ])('%.20s is %s', (text, code) => {
    expect(() => parseParams(text, limits)).toThrow(expect.objectContaining({ code }));
  });

  test('the limits themselves are taken', () => {
    expect(() => parseParams(`a${'[b]'.repeat(20)}=1`, limits)).not.toThrow();
    expect(parseParams(Array<string>(1000).fill('a=1').join('&'), limits)['a']).toHaveLength(1000);
  });
});

describe('nestParams()', () => {
  test('nests decoded names and values as parseParams() does encoded ones', () => {
    for (const [text, value] of cases) {
      if (text === '' || text.includes('=x&') || !text.includes('=')) continue;
      const entries = [...new URLSearchParams(text.replaceAll(/%(?![0-9A-F]{2})/g, '%25'))];
      expect(plain(nestParams(entries, limits))).toEqual(value);
    }
  });

  test('a value is not decoded again', () => {
    expect(nestParams([['a', '%41+&b=1']], limits)['a']).toBe('%41+&b=1');
  });

  test('refuses the keys and shapes parseParams() refuses', () => {
    expect(() => nestParams([['a[__proto__][x]', '1']], limits)).toThrow(
      expect.objectContaining({ code: 'E_BODY_KEY' }),
    );
    expect(() => nestParams([['__proto__', '1']], limits)).toThrow(expect.objectContaining({ code: 'E_BODY_KEY' }));
    expect(() =>
      nestParams(
        [
          ['a', '1'],
          ['a[x]', '2'],
        ],
        limits,
      ),
    ).toThrow(expect.objectContaining({ code: 'E_PARAMS_MALFORMED' }));
  });
});
