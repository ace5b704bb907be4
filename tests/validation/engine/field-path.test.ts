import { describe, expect, test } from '@jest/globals';
import { fieldName, isKey, parseFieldPath, wildcard } from '../../../plugins/validation/src/engine/field-path.ts';

const segments = (path: string): readonly unknown[] => parseFieldPath(path).segments;

describe('a field path', () => {
  test('is cut at its dots', () => {
    expect(segments('a.b.0')).toEqual(['a', 'b', '0']);
    expect(segments('items.*.price')).toEqual(['items', wildcard, 'price']);
  });

  test('VA-31 takes an escaped dot or star as part of a key', () => {
    expect(segments(String.raw`a\.b.c`)).toEqual(['a.b', 'c']);
    expect(segments(String.raw`a.\*`)).toEqual(['a', '*']);
    expect(segments('a.b*')).toEqual(['a', 'b*']);
  });

  test('tells its wildcards from its keys, also from a key that is a star', () => {
    expect(parseFieldPath('a.*.0').segments.map(isKey)).toEqual([true, false, true]);
    expect(parseFieldPath(String.raw`\*`).segments.map(isKey)).toEqual([true]);
  });

  test('is refused when a key is empty', () => {
    for (const path of ['', 'a.', '.a', 'a..b'])
      expect(() => parseFieldPath(path)).toThrow(expect.objectContaining({ code: 'E_FIELD_PATH' }));
  });

  test('VA-04 is refused when it names __proto__', () => {
    expect(() => parseFieldPath('a.__proto__.b')).toThrow(expect.objectContaining({ code: 'E_FIELD_PATH' }));
  });

  test('is refused beyond 64 keys', () => {
    expect(() => parseFieldPath(Array.from({ length: 65 }, () => 'a').join('.'))).toThrow('deeper than 64');
  });

  test('names a field by its keys, dots and stars within them escaped', () => {
    expect(fieldName(['a', 0, 'b'])).toBe('a.0.b');
    expect(fieldName([0, '1', 'b'])).toBe('0.1.b');
    expect(fieldName(['a.b', '*'])).toBe(String.raw`a\.b.\*`);
  });
});
