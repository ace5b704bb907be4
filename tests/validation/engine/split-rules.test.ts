import { describe, expect, test } from '@jest/globals';
import { readRule, splitRuleText } from '../../../plugins/validation/src/engine/split-rules.ts';

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
