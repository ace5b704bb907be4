import { describe, expect, test } from '@jest/globals';
import { Rule } from '../../../plugins/validation/src/rule-objects/index.ts';
import { message, testRefused, testTable } from './built-in.ts';

describe('password', () => {
  testTable([
    {
      rule: 'password',
      takes: ['12345678', 'a'.repeat(128), '😀'.repeat(8)],
      refuses: ['1234567', 'a'.repeat(129), 12345678, `${'a'.repeat(8)}\ud800`],
    },
    { rule: 'password:12', takes: ['a'.repeat(12)], refuses: ['a'.repeat(11)] },
    { rule: 'password:min=4,max=6', takes: ['abcd', 'abcdef'], refuses: ['abc', 'abcdefg'] },
    { rule: 'password:letters', takes: ['1234567é'], refuses: ['12345678'] },
    { rule: 'password:mixed_case', takes: ['abcdefgÉ'], refuses: ['abcdefgh', 'ABCDEFGH'] },
    { rule: 'password:numbers', takes: ['abcdefg٣'], refuses: ['abcdefgh'] },
    { rule: 'password:symbols', takes: ['abc defgh', 'abcdefg!'], refuses: ['abcdefg1'] },
    {
      rule: Rule.password().min(10).max(20).letters().mixedCase().numbers().symbols(),
      takes: ['Abcdefg-12'],
      refuses: ['Abcdefg-1', 'abcdefg-12', 'Abcdefgh12', `Abcdefg-12${'x'.repeat(11)}`],
    },
  ]);

  testRefused([
    ['password:strong', '"strong" is none of min=8'],
    ['password:min=20,max=10', 'at least 20 characters cannot be at most 10'],
  ]);

  test('its message knows the bounds and the demands', async () => {
    const text = ':min-:max :values';
    expect(await message('password:min=4,letters,mixed_case', text, { f: '1' })).toBe('4-128 letters, mixed case');
  });
});
