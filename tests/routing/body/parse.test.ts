import { describe, expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import { parseJson } from '../../../plugins/routing/src/body/parse-json.ts';
import { nestParams, parseParams } from '../../../plugins/routing/src/body/parse-params.ts';
import { FakeFile } from '../input/support.ts';

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
  ['next=/posts?f[a]=open', { next: '/posts?f[a]=open' }],
  ['token=ab]=cd', { token: 'ab]=cd' }],
  ['a[b]=x%5D=y&c==', { a: { b: 'x]=y' }, c: '=' }],
  ['q=%=]=%4=%zz', { q: '%=]=%4=%zz' }],
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

  test('texts and files of one list close up alike', () => {
    const [ann, bob] = [new FakeFile('rows[1][photo]'), new FakeFile('rows[2][photo]')];
    const rows = nestParams(
      [
        ['rows[1][name]', 'Ann'],
        [ann.field, ann],
        ['rows[2][name]', 'Bob'],
        [bob.field, bob],
      ],
      limits,
    );
    expect({ ...rows }).toEqual({
      rows: [
        { name: 'Ann', photo: ann },
        { name: 'Bob', photo: bob },
      ],
    });
    expect(nestParams([[bob.field, bob]], limits)['rows']).toEqual([{ photo: bob }]);
  });

  test('files of one name are a list, in the order they came, and hide texts of that name', () => {
    const [first, second] = [new FakeFile('a'), new FakeFile('a')];
    const nest = (...parts: Parameters<typeof nestParams>[0]) => ({ ...nestParams(parts, limits) });
    expect(nest(['a', 'hidden'], ['a', first])).toEqual({ a: first });
    expect(nest(['a', first], ['a', 'hidden'], ['a', second])).toEqual({ a: [first, second] });
    expect(nest(['a[]', first])).toEqual({ a: [first] });
    expect(nest(['a[]', 'text'], ['a[]', first])).toEqual({ a: ['text', first] });
    expect(nest(['a', first], ['a[]', second], ['a[7]', 'text'])).toEqual({ a: [first, second, 'text'] });
    expect(nest(['a[b][c]', first], ['a[b][d]', '0'])).toEqual({ a: { b: { c: first, d: '0' } } });
  });

  test('names of files have the limits of names of texts', () => {
    const nest = (...names: string[]) =>
      nestParams(
        names.map((name) => [name, new FakeFile(name)]),
        limits,
      );
    for (const [code, ...names] of [
      ['E_BODY_KEY', '__proto__'],
      ['E_BODY_KEY', 'a[__proto__][x]'],
      ['E_BODY_KEY', 'constructor[prototype][x]'],
      ['E_PARAMS_DEPTH', `a${'[b]'.repeat(21)}`],
      ['E_PARAMS_MALFORMED', 'a[1000]'],
      ['E_PARAMS_MALFORMED', 'a', 'a[x]'],
    ])
      expect(() => nest(...names)).toThrow(expect.objectContaining({ code }));
  });

  test('no text passes for a file', () => {
    expect(
      nestParams(
        [
          ['a', '1'],
          ['b', new FakeFile('b')],
          ['c[]', '0'],
        ],
        limits,
      ),
    ).toMatchObject({ a: '1', c: ['0'] });
  });
});

const nested = (depth: number, inner = '1'): string => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;

const codeOf = (text: string, depth = 64): string => {
  try {
    parseJson(text, depth);
    return 'read';
  } catch (error) {
    return error instanceof FrameworkError ? error.code : String(error);
  }
};

describe('nesting', () => {
  // Around what is walked by recursion in one go, twice that, and far more than a stack holds.
  test.each([1, 64, 199, 200, 201, 400, 401, 100_000])(
    'of %d levels is read where so many are allowed, and no more',
    (depth) => {
      expect([codeOf(nested(depth), depth), codeOf(nested(depth + 1), depth)]).toEqual(['read', 'E_BODY_DEPTH']);
    },
  );

  test('is that of the deepest of many branches', () => {
    const branches = `{"a":${nested(3)},"b":[${nested(250)},${nested(252)}]}`;
    expect([codeOf(branches, 254), codeOf(branches, 253)]).toEqual(['read', 'E_BODY_DEPTH']);
  });
});

describe('at any depth, in lists and maps alike', () => {
  test.each([0, 1, 150, 200, 300, 450])('below %d levels, what would harm is refused', (depth) => {
    const code = (inner: string) => codeOf(nested(depth, inner), 500);
    expect(code('{"__proto__":{}}')).toBe('E_BODY_KEY');
    expect(code('{"\\u005f_proto__":1}')).toBe('E_BODY_KEY');
    expect(code('{"constructor":{"prototype":{}}}')).toBe('E_BODY_KEY');
    expect(code('{"a":1e999}')).toBe('E_BODY_MALFORMED');
    expect(code('-1e999')).toBe('E_BODY_MALFORMED');
    expect(code('{"constructor":{"name":1},"prototype":2,"a":[null,1e308]}')).toBe('read');
  });
});
