import { describe, expect, jest, test } from '@jest/globals';
import { toBool, toInt, toInt64, toText } from '../../../plugins/routing/src/input/convert.ts';
import { FakeFile, map, read } from './support.ts';

const query = map<unknown>({
  text: 'x',
  empty: '',
  many: ['1', '2'],
  map: map<unknown>({ a: '1', b: ['2', '3'], c: map({ d: '4' }) }),
  maps: [map({ a: '1' })],
  int: '12px',
  wide: '9007199254740993',
  yes: 'yes',
  'openid.mode': 'id_res',
});
const reader = read({ query });

describe('the query of a request', () => {
  test.each<[name: string, value: string]>([
    ['text', 'x'],
    ['empty', ''],
    ['many', '1'],
    ['many.1', '2'],
    ['map', 'default'],
    ['map.a', '1'],
    ['map.b', '2'],
    ['map.c.d', '4'],
    ['maps', 'default'],
    ['maps.0.a', '1'],
    ['openid.mode', 'id_res'],
    ['missing', 'default'],
    ['constructor', 'default'],
    ['__proto__', 'default'],
    ['many.length', 'default'],
  ])('query(%p) is %p', (name, value) => {
    expect(reader.query(name, 'default')).toBe(value);
  });

  test.each<[name: string, int: number, int64: bigint, bool: boolean]>([
    ['int', 12, 12n, false],
    ['wide', 99, 9007199254740993n, false],
    ['yes', 99, 99n, true],
    ['many', 1, 1n, true],
    ['empty', 99, 99n, false],
    ['missing', 99, 99n, true],
  ])('%s as integers and as a boolean', (name, int, int64, bool) => {
    expect(reader.queryInt(name, 99)).toBe(int);
    expect(reader.queryInt64(name, 99n)).toBe(int64);
    expect(reader.queryBool(name, true)).toBe(bool);
  });

  test.each<[name: string, list: string[]]>([
    ['many', ['1', '2']],
    ['text', ['x']],
    ['empty', ['']],
    ['map', []],
    ['maps', []],
    ['missing', []],
  ])('queryArray(%p) is %j', (name, list) => {
    expect(reader.queryArray(name)).toEqual(list);
  });

  test.each<[name: string, members: Record<string, string>]>([
    ['map', { a: '1', b: '2' }],
    ['map.c', { d: '4' }],
    ['many', { 0: '1', 1: '2' }],
    ['text', {}],
    ['missing', {}],
  ])('queryMap(%p) is %j, without prototype', (name, members) => {
    expect({ ...reader.queryMap(name) }).toEqual(members);
    expect(Object.getPrototypeOf(reader.queryMap(name))).toBeNull();
  });

  test('the defaults of the defaults', () => {
    expect([
      reader.query('none'),
      reader.queryInt('none'),
      reader.queryInt64('none'),
      reader.queryBool('none'),
    ]).toEqual(['', 0, 0n, false]);
    expect(reader.queries()).toEqual(query);
  });
});

describe('toText', () => {
  test.each<[value: unknown, text: string | undefined]>([
    ['text', 'text'],
    ['', ''],
    [0, '0'],
    [-0, '0'],
    [1.5, '1.5'],
    [true, 'true'],
    [false, 'false'],
    [null, undefined],
    [undefined, undefined],
    [[], ''],
    [['a', 1, true], 'a,1,true'],
    [['a', null, 'b'], 'a,,b'],
    [[[1, 2], { a: 1 }], '[1,2],{"a":1}'],
    [{ a: [1], b: { c: null } }, '{"a":[1],"b":{"c":null}}'],
    [new FakeFile('f'), undefined],
    [{ file: new FakeFile('f'), a: 1 }, '{"a":1}'],
  ])('%p is %p', (value, text) => {
    expect(toText(value)).toBe(text);
  });
});

describe('toInt', () => {
  test.each<[value: unknown, integer: number]>([
    ['12', 12],
    ['-12', -12],
    ['+12', 12],
    [' 12', 12],
    ['12px', 12],
    ['1.9', 1],
    ['1e3', 1],
    ['0x10', 0],
    ['007', 7],
    ['-0', 0],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 99],
    ['9'.repeat(100_000), 99],
    ['', 99],
    ['-', 99],
    ['px12', 99],
    ['true', 99],
    ['Infinity', 99],
    ['\u0661', 99],
    [12.9, 12],
    [-12.9, -12],
    [-0.5, 0],
    [1e21, 99],
    [1e-7, 0],
    [Number.NaN, 99],
    [null, 99],
    [['7', '8'], 7],
    [{}, 99],
  ])('%p is %p, with 99 to fall back on', (value, integer) => {
    expect(toInt(value, 99)).toBe(integer);
  });
});

describe('toInt64', () => {
  test.each<[value: unknown, integer: bigint]>([
    ['12px', 12n],
    ['+5', 5n],
    ['-5', -5n],
    ['9007199254740993', 9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['9223372036854775808', 99n],
    ['-9223372036854775808', -9223372036854775808n],
    ['-9223372036854775809', 99n],
    ['', 99n],
    ['x', 99n],
    [12.9, 12n],
    [1e300, 99n],
    [Number.POSITIVE_INFINITY, 99n],
    [null, 99n],
  ])('%p is %p, with 99 to fall back on', (value, integer) => {
    expect(toInt64(value, 99n)).toBe(integer);
  });
});

test('a million digits are refused without BigInt(), which takes ever longer for more', () => {
  const digits = '9'.repeat(1_000_000);
  const made = jest.spyOn(globalThis, 'BigInt');
  expect(toInt64('7', 99n)).toBe(7n);
  expect(toInt64(digits, 99n)).toBe(99n);
  expect(made.mock.calls).toEqual([['7']]);
  made.mockRestore();
});

test('only 1, true, on and yes are true', () => {
  for (const text of ['1', 'true', 'on', 'yes']) expect(toBool(text)).toBe(true);
  for (const text of ['', '0', 'false', 'off', 'no', 'TRUE', 'Yes', ' 1', '1 ', '2', 'y'])
    expect(toBool(text)).toBe(false);
});
