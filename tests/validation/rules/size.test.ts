import { describe, expect, test } from '@jest/globals';
import { absent, failing, messageOf, testRejected, testRules } from './support.ts';

const file = (bytes: number) => ({ size: bytes, clientName: () => 'a.txt' });
const big = '9007199254740993';

describe('sizes', () => {
  testRules([
    {
      rule: 'size:3',
      passes: ['abc', '日本語', '😀😀😀', 3, 3n, [1, 2, 3], { a: 1, b: 2, c: 3 }, file(3072), absent, ''],
      fails: ['ab', 2, 3.1, [1], {}, null, file(3000), new Date(0)],
    },
    { rule: 'size:2', passes: [[file(1024), file(1024)]], fails: [[file(1024)]] },
    { rule: 'len:2', passes: ['ab'], fails: ['abc'] },
    {
      rule: 'min:3',
      passes: ['abc', 3, [1, 2, 3], file(4000), absent],
      fails: ['ab', 2.9, [], null],
    },
    { rule: 'min:5', passes: [], fails: [true] },
    { rule: 'min_len:3', passes: ['abc'], fails: ['ab'] },
    {
      rule: 'max:3',
      passes: ['abc', 3, -10, [], file(10), absent],
      fails: ['abcd', 3.01, [1, 2, 3, 4], null, file(4000)],
    },
    { rule: 'max_len:3', passes: ['abc'], fails: ['abcd'] },
    { rule: 'between:2,4', passes: ['ab', 'abcd', 2, 4, [1, 2], absent], fails: ['a', 'abcde', 1.99, 4.01, [1], null] },
    { rule: 'numeric|min:5', passes: ['5', 5, '10'], fails: ['4', 'abcdef', null, []] },
    { rule: 'number|min:5', passes: ['5'], fails: ['2'] },
    { rule: 'decimal:0,2|max:100', passes: ['99.99'], fails: ['211'] },
    { rule: 'array|min:2', passes: [[1, 2]], fails: ['abc', 5, [1]] },
    { rule: 'numeric|gt:3', passes: [3.1, '4'], fails: [3, '3', 2.9, 'x', null] },
    { rule: 'gt:o', beside: { o: 'abc' }, passes: ['abcd', 4, [1, 2, 3, 4], absent], fails: ['abc', 3, [], null] },
    { rule: 'gte:o', beside: { o: 'abc' }, passes: ['abc', 3], fails: ['ab', 2, null] },
    { rule: 'lt:o', beside: { o: [1, 2] }, passes: ['a', 1, [1]], fails: ['ab', 2, null] },
    { rule: 'lte:o', beside: { o: 2 }, passes: ['ab', 2, absent], fails: ['abc', 2.1, null] },
    { rule: 'lte:o', beside: {}, passes: [absent], fails: [1, 'a'] },
    { rule: 'lt:o', beside: { o: null }, passes: [], fails: [1, 'a'] },
    { rule: 'gt_field:o', beside: { o: 1 }, passes: [2], fails: [1] },
    { rule: 'gte_field:o', beside: { o: 1 }, passes: [1], fails: [0] },
    { rule: 'lt_field:o', beside: { o: 1 }, passes: [0], fails: [1] },
    { rule: 'lte_field:o', beside: { o: 1 }, passes: [1], fails: [2] },
  ]);

  testRejected([
    ['min:abc', '"abc" is not a number'],
    ['max:', 'takes at least 1'],
    ['size: 3', '" 3" is not a number'],
    ['between:1', 'takes at least 2'],
    ['between:5,1', '5 is more than 1'],
    ['gt:1,2', 'takes at most 1'],
  ]);

  test('a number to compare with stays one when the client sends a field of that name', async () => {
    expect(await failing({ f: 5, 10: 1 }, { f: 'gt:10' })).toEqual(['f']);
    expect(await failing({ f: 5 }, { f: 'gt:.5' })).toEqual([]);
  });

  test('the other field is measured by its own rules', async () => {
    expect(await failing({ f: '3', o: '12' }, { f: 'numeric|gt:o', o: 'string' })).toEqual([]);
    expect(await failing({ f: '3', o: '12' }, { f: 'numeric|gt:o', o: 'numeric' })).toEqual(['f']);
    const items = [
      { from: 1, to: 2 },
      { from: 3, to: 2 },
    ];
    expect(await failing({ items }, { 'items.*.to': 'gte:items.*.from' })).toEqual(['items.1.to']);
  });

  test('V-8: beside a number, the text of a field without rules is a number or nothing', async () => {
    for (const f of ['9', 9]) {
      expect(await failing({ f, o: '1234567890' }, { f: 'numeric|lt:o' })).toEqual([]);
      expect(await failing({ f, o: '5' }, { f: 'numeric|lt:o' })).toEqual(['f']);
      expect(await failing({ f, o: 'ten characters' }, { f: 'numeric|lt:o' })).toEqual(['f']);
    }
    expect(await failing({ f: 'ab', o: '5' }, { f: 'string|gt:o' })).toEqual([]);
  });

  test('messages name the limits', async () => {
    expect(await messageOf('min:3', ':min', { f: 1 })).toBe('3');
    expect(await messageOf('max:3', ':max', { f: 4 })).toBe('3');
    expect(await messageOf('size:3', ':size', { f: 4 })).toBe('3');
    expect(await messageOf('between:3,5', ':min to :max', { f: 1 })).toBe('3 to 5');
    expect(await messageOf('lt:other_one', ':value', { f: 4, other_one: 1 })).toBe('other one');
  });
});

describe('VA-11 numbers compare digit by digit', () => {
  testRules([
    {
      rule: `numeric|max:9007199254740992`,
      passes: ['9007199254740992', 9007199254740992n],
      fails: [big, 9007199254740993n],
    },
    { rule: `numeric|min:${big}`, passes: [big, '9007199254740994'], fails: ['9007199254740992', 9007199254740992] },
    {
      rule: `numeric|size:${big}`,
      passes: [big, `${big}.0`, `0${big}`, '9.007199254740993e15'],
      fails: ['9007199254740992'],
    },
    {
      rule: 'numeric|between:99999999999999999998,99999999999999999999',
      passes: ['99999999999999999999'],
      fails: ['100000000000000000000'],
    },
    {
      rule: 'numeric|max:1.88888888888888888887',
      passes: ['1.88888888888888888887'],
      fails: ['1.88888888888888888888'],
    },
    { rule: 'numeric|max:0.3', passes: [0.3, '0.3', '0.30000000000000000'], fails: ['0.30000000000000001', 0.1 + 0.2] },
    { rule: 'numeric|max:3', passes: ['1.0E-1000', '-1e300'], fails: ['3.0000000000000000000001', '1e300'] },
    { rule: 'numeric|min:0.30000000000000001', passes: ['0.30000000000000001', 0.4], fails: [0.3, '0.3'] },
    {
      rule: 'numeric|max:-10',
      passes: ['-100.0000000000000000'],
      fails: ['-1.0000000000000000', '1.0000000000000000'],
    },
    { rule: 'numeric|min:-3', passes: ['-3', '-2.99999999999999999999', -0, '-0'], fails: ['-3.00000000000000000001'] },
    { rule: 'numeric|gt:o', beside: { o: 9007199254740992 }, passes: [big], fails: ['9007199254740992'] },
  ]);

  test('so do two fields', async () => {
    const map = { f: 'numeric|gt:o', o: 'numeric' };
    expect(await failing({ f: big, o: '9007199254740992' }, map)).toEqual([]);
    expect(await failing({ f: big, o: `${big}.0` }, map)).toEqual(['f']);
  });
});
