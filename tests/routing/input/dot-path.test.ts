import { describe, expect, test } from '@jest/globals';
import { getPath, isIndex, splitPath } from '../../../plugins/routing/src/input/dot-path.ts';
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
