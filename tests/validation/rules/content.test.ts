import { describe, expect, test } from '@jest/globals';
import { absent, failing, messageOf, testRejected, testRules } from './support.ts';

describe('content', () => {
  testRules([
    { rule: 'starts_with:a,b', passes: ['ax', 'b', absent, ''], fails: ['xa', 'A', null, ['a'], {}] },
    { rule: 'starts_with:1', passes: [12, '1'], fails: [21, true] },
    { rule: 'ends_with:a,b', passes: ['xa', absent], fails: ['ax', null, ['a']] },
    { rule: 'doesnt_start_with:a,b', passes: ['xa', 'A', 1, absent], fails: ['ax', 'b', null, ['x']] },
    { rule: 'doesnt_end_with:a,b', passes: ['ax', absent], fails: ['xa', null, {}] },
    {
      rule: 'contains:a,b',
      passes: ['xbya', ['a', 'b', 'c'], absent],
      fails: ['a', ['ab'], ['a'], [], null, { a: 1, b: 1 }, 5],
    },
    { rule: 'contains:1', passes: [[1], ['1'], 21], fails: [[true], [11]] },
    {
      rule: 'doesnt_contain:a,b',
      passes: ['xyz', ['ab'], [], 5, absent],
      fails: ['xa', ['c', 'b'], null, {}],
    },
  ]);

  testRejected([
    ['starts_with', 'takes at least 1'],
    ['doesnt_contain:', 'takes at least 1'],
    ['confirmed:a,b', 'takes at most 1'],
  ]);

  test('V-8: messages name the parts', async () => {
    expect(await messageOf('starts_with:a_b,c', ':values', { f: 'x' })).toBe('a_b, c');
    expect(await messageOf('doesnt_contain:x,y', ':values', { f: 'x' })).toBe('x, y');
    expect(await messageOf('contains:y', 'without :values', { f: 'x' })).toBe('without y');
    expect(await messageOf('confirmed:repeat_it', ':other', { f: 'x' })).toBe('repeat it');
  });
});

describe('confirmed', () => {
  testRules([
    { rule: 'confirmed', beside: { f_confirmation: 'a' }, passes: ['a', absent], fails: ['b', null, ['a']] },
    { rule: 'confirmed', beside: {}, passes: [absent], fails: ['a'] },
    { rule: 'confirmed:again', beside: { again: 'a' }, passes: ['a'], fails: ['b'] },
  ]);

  test('looks beside the field, also within lists', async () => {
    const users = [
      { pin: '1', pin_confirmation: '1' },
      { pin: '2', pin_confirmation: '1' },
    ];
    expect(await failing({ users }, { 'users.*.pin': 'confirmed' })).toEqual(['users.1.pin']);
    expect(await failing({ users }, { 'users.*.pin': 'confirmed:users.*.pin_confirmation' })).toEqual(['users.1.pin']);
  });
});
