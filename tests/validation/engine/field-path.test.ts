import { describe, expect, test } from '@jest/globals';
import {
  fieldName,
  isKey,
  parseFieldPath,
  tryFieldPath,
  wildcard,
} from '../../../plugins/validation/src/language/field-path.ts';
import { readRule, splitRuleText } from '../../../plugins/validation/src/language/split-rules.ts';

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

  test('names a field by its keys, dots and stars within them escaped', () => {
    expect(fieldName(['a', 0, 'b'])).toBe('a.0.b');
    expect(fieldName([0, '1', 'b'])).toBe('0.1.b');
    expect(fieldName(['a.b', '*'])).toBe(String.raw`a\.b.\*`);
    // A client may send an empty key where a wildcard takes any.
    expect(fieldName(['', 'a', ''])).toBe('.a.');
    expect(fieldName([])).toBe('');
  });

  test('has keys where it stands for one place, and none where it stands for several', () => {
    expect(parseFieldPath('a.0.b').keys).toEqual(['a', '0', 'b']);
    expect(parseFieldPath(String.raw`a.\*`).keys).toEqual(['a', '*']);
    for (const several of ['*', 'a.*', '*.a', 'a.*.b']) expect(parseFieldPath(several).keys).toBeNull();
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
    ['a.', 'it has an empty key'],
    ['.a', 'it has an empty key'],
    ['__proto__.x', 'the key "__proto__" is never taken'],
    ['a.__proto__.b', 'the key "__proto__" is never taken'],
  ])('%j is none: %s', (path, reason) => {
    const fault = { code: 'E_FIELD_PATH', message: expect.stringContaining(reason) as unknown };
    expect(() => parseFieldPath(path)).toThrow(expect.objectContaining(fault));
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

const isRaw = (name: string): boolean => name === 'regex';
const split = (text: string): string[] =>
  splitRuleText(text, isRaw).map(({ name, parameters }) => [name, ...parameters].join('/'));

describe('a rule text', () => {
  test('is cut at its bars, blanks and empty rules dropped', () => {
    expect(split(' required || string | min:3 |')).toEqual(['required', 'string', 'min/3']);
    expect(split('')).toEqual([]);
  });

  test('keeps an escaped bar and an escaped comma as characters of a parameter', () => {
    expect(split(String.raw`in:a\|b,c\,d|string`)).toEqual(['in/a|b/c,d', 'string']);
  });

  test('does not trim parameters, nor the name before the colon', () => {
    expect(splitRuleText('in: a,b |min :1', isRaw)).toEqual([
      { name: 'in', parameters: [' a', 'b'] },
      { name: 'min ', parameters: ['1'] },
    ]);
  });

  test('has no parameters when nothing follows the colon', () => {
    expect(splitRuleText('in:|string', isRaw)).toEqual([
      { name: 'in', parameters: [] },
      { name: 'string', parameters: [] },
    ]);
  });

  test('VA-03 gives a pattern all that follows it, bars, colons and commas included', () => {
    expect(split('required|regex:^(a|b):{1,2}$|min:10')).toEqual(['required', 'regex/^(a|b):{1,2}$|min:10']);
    expect(readRule('regex:^(a|b)$', isRaw).parameters).toEqual(['^(a|b)$']);
  });

  test('a value may hold colons', () => {
    expect(split('in:10:30,11:30')).toEqual(['in/10:30/11:30']);
  });
});
