import { describe, expect, test } from '@jest/globals';
import { getPath, isIndex, splitPath } from '../../plugins/routing/src/input/dot-path.ts';
import { parseFieldPath, tryFieldPath, wildcard } from '../../plugins/validation/src/engine/field-path.ts';

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

describe('VA-04 VA-31 a path of rules', () => {
  test('counts its wildcards', () => {
    expect(parseFieldPath('a.*.b.*')).toMatchObject({ segments: ['a', wildcard, 'b', wildcard], wildcards: 2 });
    expect(parseFieldPath('a.\\*')).toMatchObject({ segments: ['a', '*'], wildcards: 0 });
  });

  test('of 64 keys is one, of 65 is none', () => {
    const keys = (count: number): string => Array<string>(count).fill('k').join('.');
    expect(parseFieldPath(keys(64)).segments).toHaveLength(64);
    expect(() => parseFieldPath(keys(65))).toThrow('it is deeper than 64 keys');
    expect(tryFieldPath(keys(65))).toBeNull();
  });

  test.each([
    ['a..b', 'it has an empty key'],
    ['', 'it has an empty key'],
    ['__proto__.x', 'the key "__proto__" is never taken'],
    ['a.__proto__', 'the key "__proto__" is never taken'],
  ])('%j is none: %s', (path, reason) => {
    expect(() => parseFieldPath(path)).toThrow(reason);
    expect(tryFieldPath(path)).toBeNull();
  });

  test('where a value may stand as well it is tried, and is the same path', () => {
    expect(tryFieldPath('other.field')).toBe(parseFieldPath('other.field'));
  });

  test('is told by its first 200 characters when it is none', () => {
    expect(() => parseFieldPath(`.${'x'.repeat(5000)}`)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{1,300}$/) as unknown }),
    );
  });
});
