import { describe, expect, test } from '@jest/globals';
import { RE2JS } from 're2js';
import { programSize } from '../../../plugins/validation/src/patterns/compile-pattern.ts';
import { countSteps } from '../../../plugins/validation/src/patterns/count-steps.ts';
import { parsePattern } from '../../../plugins/validation/src/patterns/parse-pattern.ts';
import { toRe2 } from '../../../plugins/validation/src/patterns/to-re2.ts';
import { readPattern } from '../../../plugins/validation/src/patterns/written-pattern.ts';
import { endsSoon } from '../../support/ends-soon.ts';
import { workOf } from '../../support/steps.ts';
import { check, holds, testRefused, testTable } from './built-in.ts';

describe('regex', () => {
  testTable([
    { rule: 'regex:^a:b,c$', takes: ['a:b,c'], refuses: ['a:b'] },
    { rule: ['regex:^(foo|bar)$'], takes: ['foo', 'bar'], refuses: ['baz', 'foobar'] },
    { rule: 'regex:o{2}', takes: ['foo'], refuses: ['fo'] },
    { rule: 'regex:^\\d+$', takes: [12, 12n.toString(), '7'], refuses: [1.5, true, '7\n'] },
    { rule: 'regex:/^abc$/i', takes: ['ABC'], refuses: ['abcd'] },
    { rule: 'regex:/^a.c$/s', takes: ['a\nc'], refuses: ['ac'] },
    { rule: 'regex:/api/users', takes: ['see /api/users'], refuses: ['/api'] },
    { rule: 'regex:^.$', takes: ['😀', 'é'], refuses: ['ab'] },
    { rule: 'regex:^\\d{3}\\-\\d\\@\\_$', takes: ['123-4@_'], refuses: ['1234'] },
    { rule: [/^[a-z]+\d$/], takes: ['abc1'], refuses: ['abc'] },
    { rule: [/^ABC$/i], takes: ['abc'], refuses: ['ab'] },
    { rule: ['regex:^[(?i:]$'], takes: ['i', '('], refuses: ['a'] },
    { rule: ['regex:^[\\](?i:]$'], takes: ['i', ']'], refuses: ['a'] },
    { rule: ['regex:^\\(?i:a$'], takes: ['(i:a', 'i:a'], refuses: ['a', 'I:a'] },
    { rule: 'regex:^(?=.*[a-z])(?=.*\\d).{8,}$', takes: ['abcdefg1'], refuses: ['abcdefgh', 'abc1'] },
  ]);
});

test('the size of a linear program is never reckoned larger than it is', () => {
  for (const pattern of ['(?:ab|c){2,4}d*', 'a{0,9}', '(?:a|b|cd)+x{3,}', '[a-z]{2}(?:\\d?){5}', '^(?:a{2}){3}$'])
    expect(programSize(parsePattern(pattern, false))).toBeLessThanOrEqual(RE2JS.compile(pattern).programSize());
});

describe('not_regex', () => {
  testTable([
    { rule: 'not_regex:^[a-z]+$', takes: ['ABC', 'ab1', 12], refuses: ['z'] },
    { rule: [{ rule: 'not_regex', parameters: ['x'], options: /^x$/i }], takes: ['xx'], refuses: ['X'] },
  ]);
});

describe('patterns that are refused', () => {
  testRefused([
    ['regex:(', 'JavaScript does not take it'],
    ['not_regex:[a', 'JavaScript does not take it'],
    ['regex:', 'it has 0 parameters'],
    ['regex://', 'the pattern is empty'],
    ['regex:/x/m', 'the flag "m"'],
    ['regex:/x/g', 'the flag "g"'],
    ['regex:/x/y', 'the flag "y"'],
    [[/x/g], 'the flag "g"'],
    ['regex:(?i)abc', 'flags stand behind the closing slash'],
    ['regex:\\\\(?i:a)', 'flags stand behind the closing slash'],
    ['regex:[(\\]](?i:a)', 'flags stand behind the closing slash'],
    ['regex:^(?i\\:(?:a+)+)$', 'flags stand behind the closing slash'],
    ['regex:(?-s:.)', 'flags stand behind the closing slash'],
    ['regex:^(?=(a+)+$)', 'it could take very long'],
    ['not_regex:(a+)\\1+b', 'it could take very long'],
    ['regex:^(?:[a-z]{1,100}){1,10}$', 'it could take very long'],
  ]);

  test('a pattern of too many copies is refused before any is made', async () => {
    const copies = [
      `(?:${'a?:'.repeat(30)}){0,500}`,
      `(?:a{0,5${'088'.repeat(10)}}){0,500}`,
      `(?:${'x'.repeat(60)}y?){0,500}`,
    ];
    for (const pattern of copies) {
      const refused = () =>
        expect(check({}, { f: [`regex:${pattern}`] })).rejects.toMatchObject({ code: 'E_RULE_PARAMETERS' });
      expect(await workOf(refused)).toBeLessThan(30_000);
    }
  });

  test('flags within a long pattern are looked for once from its beginning to its end', () => {
    for (const part of ['(', '[', '(?i', '[a]', '(?a-']) {
      const source = `${part.repeat(400_000 / part.length)}[`;
      const read = () =>
        readPattern(source, (reason) => {
          throw new Error(reason);
        });
      expect(endsSoon(read)).toEqual({ source, flags: 'u' });
    }
  });

  test('VA-03 the error names the field, and a pattern in the list form keeps its bars', async () => {
    await expect(check({}, { 'user.code': ['required', 'regex:(a|b'] })).rejects.toMatchObject({
      message: expect.stringContaining('"regex" of the field "user.code"'),
    });
    expect(await holds(['regex:^a|b$', 'string'], 'xb')).toBe(true);
  });
});

// Both engines must read a pattern alike, since which one runs it is no affair of the author.
const patterns = [
  '^.$',
  '^\\s$',
  '^\\S+$',
  '^[^\\s]$',
  '^[\\s\\S]$',
  '^[^\\S]$',
  '^\\w+$',
  '^\\W$',
  '^[\\w-]+$',
  '^[-a]$',
  '^[a\\-z]$',
  '^[\\]\\[\\\\]$',
  '^a|b$',
  '^(a|b)+$',
  '^a{2}$',
  '^a{1,}?$',
  '^a??b*$',
  '^\\u0061\\x62?$',
  '^\\ud83d\\ude00$',
  '^[\\ud83d\\ude00\\u{1F601}]+$',
  '^\\p{L}+$',
  '^\\P{L}$',
  '^[\\p{Lu}\\d]+$',
  '^\\p{Script=Greek}+$',
  '^[\\b]$',
  '^[\\t\\v]$',
  '^\\cJ$',
  '^\\0$',
  '\\bfoo\\b',
  'o\\B',
  '^(?<n>a)b?$',
  '^(?:)$',
  '^[+--]$',
  '^[^]$',
  '^(?:a|ab)(?:c|bcd)?$',
  'a$',
  '^',
];
const texts = [
  '',
  'a',
  'ab',
  'AB',
  'aa',
  'abcd',
  'a\n',
  '\n',
  ' ',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u180e',
  '12',
  'σς',
  'ΑΒ',
  '😀',
  '😀😁',
  '\u212a',
  'a-b',
  'foo bar',
  'x\u0000',
  '\u0000',
  '_',
  '-',
  '+',
  ',',
  '[',
  ']',
  '\\',
  'é',
  '\v',
  '\b',
  'ſ',
  '\ud800',
];

describe('the two engines', () => {
  test.each(['u', 'iu', 'su', 'isu'])('agree on every pattern and text under the flags %s', (flags) => {
    for (const source of patterns) {
      const re2 = toRe2(parsePattern(source, flags.includes('s'))) ?? '';
      const linear = RE2JS.compile(re2, flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0);
      const native = new RegExp(source, flags);
      for (const text of texts.filter((text) => text.isWellFormed()))
        expect([source, text, linear.test(text)]).toEqual([source, text, native.test(text)]);
    }
  });

  test.each([
    ['^a$', 3],
    ['^a*$', 101],
    ['^(?:ab)*c$', 301],
    ['a', 100],
    ['^(?:a|b){2}$', 10],
    ['^(?=a*b)c', 202],
  ])('%s costs a backtracking engine about %d comparisons on a hundred characters', (source, steps) => {
    const counted = countSteps(parsePattern(source, false), 100);
    expect(counted).toBeGreaterThanOrEqual(steps);
    expect(counted).toBeLessThan(steps * 2 + 10);
  });

  test.each(['^(a+)+$', '^(a|a)*$', 'a*a*a*b', '(x+x+)+y'])('%s is beyond any budget', (source) => {
    expect(countSteps(parsePattern(source, false), 10_000)).toBeGreaterThan(1e11);
  });
});
