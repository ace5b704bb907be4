import { describe, expect, test } from '@jest/globals';
import { getPath, hasPath, splitPath } from '../../../plugins/routing/src/input/dot-path.ts';
import { FakeFile, map } from './support.ts';

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
    expect(hasPath(data, path)).toBe(true);
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
    expect(hasPath(data, path)).toBe(false);
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

  test('splits at dots that are not escaped', () => {
    expect(splitPath('a')).toEqual(['a']);
    expect(splitPath('a\\.b.c')).toEqual(['a.b', 'c']);
    expect(splitPath('a\\b.c')).toEqual(['a\\b', 'c']);
  });
});
