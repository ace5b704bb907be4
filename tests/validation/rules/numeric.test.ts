import { describe, expect, test } from '@jest/globals';
import { workOf } from '../../support/steps.ts';
import { absent, failing, messageOf, testRejected, testRules } from './support.ts';

describe('digits', () => {
  testRules([
    {
      rule: 'digits:4',
      passes: ['1234', '0000', 1234, 1234n, ' 1234 ', absent, ''],
      fails: ['123', '12a4', '+123', '-123', '12.4', '١٢٣٤', null, true, [1234], {}],
    },
    { rule: 'digits:1', passes: [0, '0'], fails: ['10', '-1', -1] },
    { rule: 'digits:8', passes: [10_000_000, 12_345_678], fails: [1_000_000] },
    { rule: 'digits:24', passes: [1e23, 123_456_789_012_345_678_901_234n], fails: [1e22] },
    { rule: 'digits_between:2,4', passes: ['12', 1234, absent], fails: ['1', 12345, '1.2', true, null, []] },
    { rule: 'min_digits:3', passes: ['001', 123, absent], fails: ['12', '1a3', '-12.5', null, []] },
    { rule: 'max_digits:3', passes: ['123', 1, absent], fails: ['1234', 1234, '1.2', 'x', true, null] },
  ]);
});

describe('VA-11 decimals are counted as they are written', () => {
  testRules([
    {
      rule: 'decimal:2',
      passes: ['1.10', '-3.14', '+1.23', '.55', 3.14, absent],
      fails: ['1.1', 1.1, '1.100', '3', '5.55e-1', '1,10', '+', '.', 'abc', null, true, []],
    },
    { rule: 'decimal:0', passes: ['3', 3, '3.', 1e21], fails: ['3.1', '3.0'] },
    { rule: 'decimal:1,3', passes: ['3.1', '3.123'], fails: ['3', '3.1234'] },
    { rule: 'decimal:7', passes: [1e-7, -1e-7], fails: [1e-8] },
  ]);
});

describe('VA-11 multiples are exact', () => {
  testRules([
    {
      rule: 'multiple_of:0.1',
      passes: [0.3, '0.3', -0.3, 2, 0, '-0', 1e21, '1e300', absent],
      fails: [0.35, '0.30000000000000001', '1.0E-1000', 'abc', '5a', null, true, [], {}],
    },
    {
      rule: 'multiple_of:3',
      passes: ['99999999999999999999', 9007199254740993n, -9],
      fails: ['99999999999999999998', 1, 0.3],
    },
    { rule: 'multiple_of:-0.3', passes: [10.5, -10.5], fails: [10.4] },
    { rule: 'multiple_of:9', passes: ['9'.repeat(300)], fails: ['9'.repeat(400)] },
    { rule: 'multiple_of:10', passes: [20, '1e3'], fails: [5, '1e-3'] },
  ]);

  test('an endless numeral costs no time', async () => {
    const data = { f: '9'.repeat(1_000_000) };
    expect(await workOf(() => messageOf('multiple_of:7', 'x', data))).toBeLessThan(100_000);
  });
});

describe('parameters and messages', () => {
  testRejected([
    ['digits:x', '"x" is not a whole number'],
    ['digits:-1', '"-1" is not a whole number'],
    ['digits_between:3', 'takes at least 2'],
    ['digits_between:3,2', '3 is more than 2'],
    ['decimal:2,1', '2 is more than 1'],
    ['multiple_of:foo', '"foo" is not a number'],
    ['multiple_of:0.0', 'nothing is a multiple of zero'],
  ]);

  test('messages name the numbers', async () => {
    expect(await messageOf('digits:3', ':digits', { f: 'x' })).toBe('3');
    expect(await messageOf('digits_between:1,2', ':min-:max', { f: 'x' })).toBe('1-2');
    expect(await messageOf('min_digits:3', ':min', { f: 'x' })).toBe('3');
    expect(await messageOf('max_digits:3', ':max', { f: 'x' })).toBe('3');
    expect(await messageOf('decimal:1,2', ':decimal', { f: 'x' })).toBe('1-2');
    expect(await messageOf('multiple_of:5', ':value', { f: 'x' })).toBe('5');
  });
});

describe('S-5: line breaks, tabs, odd blanks and byte order marks', () => {
  const odd = ['\n', '\r', '\t', '\v', '\f', '\u00a0', '\u2028', '\u2029', '\u3000', '\ufeff', '\u0085', '\u200b'];
  const rules: readonly (readonly [rule: string, value: string])[] = [
    ['digits:3', '123'],
    ['digits_between:1,5', '123'],
    ['min_digits:2', '123'],
    ['max_digits:5', '123'],
    ['integer', '123'],
    ['uint', '123'],
    ['numeric', '123'],
    ['decimal:0', '123'],
    ['multiple_of:3', '123'],
    ['boolean', 'yes'],
    ['accepted', 'yes'],
    ['accepted_if:o,1', 'yes'],
    ['declined', 'no'],
    ['declined_if:o,1', 'no'],
  ];

  test.each(rules)('fail %s wherever they stand', async (rule, value) => {
    expect(await failing({ f: value, o: 1 }, { f: rule })).toEqual([]);
    for (const one of odd)
      for (const text of [value + one, one + value, `${value.slice(0, 1)}${one}${value.slice(1)}`, `${value} ${one}`])
        expect([text, await failing({ f: text, o: 1 }, { f: rule })]).toEqual([text, ['f']]);
  });
});
