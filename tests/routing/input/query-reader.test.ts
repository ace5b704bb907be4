import { describe, expect, test } from '@jest/globals';
import type { Request } from '@taproot/core';
import { QueryReader } from '../../../plugins/routing/src/input/query-reader.ts';
import { map, read } from './support.ts';

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
const reader = new QueryReader(query);

describe('QueryReader', () => {
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
    expect(reader.queries()).toBe(query);
  });
});

type InputMethods =
  | `input${'' | 'Int' | 'Int64' | 'Bool' | 'Array' | 'Map' | 'MapArray'}`
  | 'all'
  | 'only'
  | 'except'
  | 'has'
  | 'filled'
  | 'file'
  | 'files';
type QueryMethods = `query${'' | 'Int' | 'Int64' | 'Bool' | 'Array' | 'Map'}` | 'queries';

test('the readers have the methods of the request contract, by type', () => {
  const input: Pick<Request, InputMethods> = read({});
  const query: Pick<Request, QueryMethods> = new QueryReader(map<unknown>({}));
  expect([input.input('a'), query.query('a')]).toEqual(['', '']);
});
