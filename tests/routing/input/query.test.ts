import { describe, expect, jest, test } from '@jest/globals';
import { toBool, toInt, toInt64, toText } from '../../../plugins/routing/src/input/convert.ts';
import { getPath, isIndex, splitPath } from '../../../plugins/routing/src/input/dot-path.ts';
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

const data = {
  user: { name: 'Ada', tags: ['x', { deep: 1 }], nothing: null, empty: '' },
  'a.b': 'dotted',
  a: { b: 'nested', 'c.d': { e: 'both' } },
  list: ['zero', 'one'],
  text: 'scalar',
  '': 'unnamed',
};

describe('getPath', () => {
  test.each<[path: string, value: unknown]>([
    ['user.name', 'Ada'],
    ['user.tags', ['x', { deep: 1 }]],
    ['user.tags.0', 'x'],
    ['user.tags.1.deep', 1],
    ['user.nothing', null],
    ['user.empty', ''],
    ['a.b', 'nested'],
    ['a\\.b', 'dotted'],
    ['a.c\\.d.e', 'both'],
    ['list.1', 'one'],
    ['', 'unnamed'],
  ])('finds %s', (path, value) => {
    expect(getPath(data, path)).toEqual(value);
  });

  test.each([
    'missing',
    'user.missing',
    'user.nothing.more',
    'user.',
    '.user',
    'user..name',
    'list.2',
    'list.-1',
    'list.01',
    'list.+1',
    'list.1.0',
    'list.1e0',
    'list. 1',
    'list.length',
    'list.map',
    'text.0',
    'text.length',
    'a.c.d.e',
  ])('finds nothing at %s', (path) => {
    expect(getPath(data, path)).toBeUndefined();
  });

  test.each([null, undefined, 1, 'text', true, []])('finds nothing in %p', (scalar) => {
    expect(getPath(scalar, 'a.b')).toBeUndefined();
  });

  test('never enters an instance of a class, so that no path tells where a file is spooled', () => {
    expect(getPath({ avatar: new FakeFile('avatar') }, 'avatar.path')).toBeUndefined();
  });

  test('RT-14 never finds an inherited member, on ordinary objects or on maps without prototype', () => {
    for (const name of [
      'constructor',
      'toString',
      'hasOwnProperty',
      '__proto__',
      '__proto__.polluted',
      'user.constructor',
    ]) {
      expect(getPath(data, name)).toBeUndefined();
      expect(getPath(map({ user: map({}) }), name)).toBeUndefined();
    }
    expect(getPath(JSON.parse('{"__proto__": 1}'), '__proto__')).toBe(1);
  });

  test('VA-05 an index beyond a list is absent, at once and without growing it', () => {
    const items = ['x'];
    for (const index of ['1', '999999999', '4294967294', '4294967295', '9'.repeat(400)]) {
      expect(getPath({ items }, `items.${index}`)).toBeUndefined();
    }
    expect(items).toHaveLength(1);
  });
});

describe('VA-05 an index of a list', () => {
  test.each([
    ['0', 1],
    ['9', 10],
    ['10', 11],
    ['123', 1000],
  ])('%s is within %i elements', (segment, length) => {
    expect(isIndex(segment, length)).toBe(true);
  });

  test.each([
    ['0', 0],
    ['1', 1],
    ['10', 10],
    ['01', 5],
    ['1a', 5],
    ['', 5],
    ['-0', 5],
    ['1.0', 5],
    ['0x1', 5],
    ['4294967295', 5],
  ])('%j is not within %i elements', (segment, length) => {
    expect(isIndex(segment, length)).toBe(false);
  });

  test('beyond its end, or inherited, finds nothing, though there is a member of that name', () => {
    const list = Object.assign(['zero'], { 1: 'one' }).slice(0, 1);
    expect(getPath({ list: Object.assign(list, { extra: 'member' }) }, 'list.extra')).toBeUndefined();
    expect(getPath({ list }, 'list.1')).toBeUndefined();
  });
});

describe('a path of input', () => {
  test.each([
    ['plain', ['plain']],
    ['back\\slash.c', ['back\\slash', 'c']],
    ['', ['']],
    ['back\\slash', ['back\\slash']],
    ['a.b', ['a', 'b']],
    ['.a', ['', 'a']],
    ['a\\.b', ['a.b']],
    ['a\\.b.c', ['a.b', 'c']],
    ['\\.a.b', ['.a', 'b']],
    ['.a\\.b', ['', 'a.b']],
  ])('%j is cut into %j', (path, segments) => {
    expect(splitPath(path)).toEqual(segments);
  });
});
