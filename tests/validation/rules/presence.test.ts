import { describe, expect, test } from '@jest/globals';
import { absent, failing, messageOf, testRejected, testRules } from './support.ts';

describe('presence', () => {
  testRules([
    { rule: 'filled', passes: ['x', 0, false, absent], fails: ['', '  ', null, [], {}] },
    { rule: 'present', passes: ['x', '', null, [], 0], fails: [absent] },
    { rule: 'present_if:o,1', beside: { o: 1 }, passes: ['x', null], fails: [absent] },
    { rule: 'present_if:o,1', beside: { o: 2 }, passes: [absent, null, []], fails: [] },
    { rule: 'present_unless:o,1', beside: { o: 2 }, passes: ['x', ''], fails: [absent] },
    { rule: 'present_unless:o,1', beside: { o: '1' }, passes: [absent], fails: [] },
    { rule: 'present_unless:o,null', beside: {}, passes: [absent], fails: [] },
    { rule: 'present_with:o,p', beside: { p: null }, passes: ['x', null], fails: [absent] },
    { rule: 'present_with:o,p', beside: {}, passes: [absent], fails: [] },
    { rule: 'present_with_all:o,p', beside: { o: '', p: null }, passes: [[]], fails: [absent] },
    { rule: 'present_with_all:o,p', beside: { o: 1 }, passes: [absent], fails: [] },
    { rule: 'missing', passes: [absent], fails: ['x', '', null, []] },
    { rule: 'missing_if:o,a,b', beside: { o: 'b' }, passes: [absent], fails: ['x', null] },
    { rule: 'missing_if:o,a,b', beside: { o: 'c' }, passes: [absent, 'x', null], fails: [] },
    { rule: 'missing_unless:o,a', beside: { o: 'b' }, passes: [absent], fails: ['x', null, []] },
    { rule: 'missing_unless:o,a', beside: { o: 'a' }, passes: ['x'], fails: [] },
    { rule: 'missing_with:o,p', beside: { o: null }, passes: [absent], fails: ['x', null] },
    { rule: 'missing_with:o,p', beside: {}, passes: ['x', {}], fails: [] },
    { rule: 'missing_with_all:o,p', beside: { o: 1, p: 2 }, passes: [absent], fails: ['x', null] },
    { rule: 'missing_with_all:o,p', beside: { o: 1 }, passes: ['x', 7], fails: [] },
  ]);

  testRejected([
    ['present_if:o', 'takes at least 2'],
    ['missing_unless', 'takes at least 2'],
    ['present_with', 'takes at least 1'],
    ['missing_with_all:', 'takes at least 1'],
  ]);

  test('a star in a parameter takes the index of the field', async () => {
    const data = { items: [{ kind: 'a' }, { kind: 'b' }, { kind: 'a', size: 1 }] };
    expect(await failing(data, { 'items.*.size': 'present_if:items.*.kind,a' })).toEqual(['items.0.size']);
  });

  test('messages name the other fields and values', async () => {
    expect(await messageOf('present_if:other_one,a,b', ':other is :value (:values)', { other_one: 'a' })).toBe(
      'other one is a, b (a, b)',
    );
    expect(await messageOf('missing_with:other_one,p', 'beside :values', { f: 1, p: 1 })).toBe('beside other one, p');
  });
});

describe('prohibited', () => {
  testRules([
    { rule: 'prohibited', passes: [absent, null, '', ' ', [], {}], fails: ['x', 0, false, [1], { a: 1 }] },
    { rule: 'prohibited_if:o,1,2', beside: { o: 2 }, passes: [absent, null, ''], fails: ['x', 0, [null]] },
    { rule: 'prohibited_if:o,1,2', beside: { o: 3 }, passes: ['x', null], fails: [] },
    { rule: 'prohibited_if:o,null', beside: {}, passes: [absent], fails: ['x'] },
    { rule: 'prohibited_unless:o,a', beside: { o: 'b' }, passes: [absent, null, []], fails: ['x', false] },
    { rule: 'prohibited_unless:o,a', beside: { o: 'a' }, passes: ['x', null], fails: [] },
    { rule: 'prohibited_if_accepted:o', beside: { o: 'yes' }, passes: [absent, null], fails: ['x', 0] },
    { rule: 'prohibited_if_accepted:o', beside: { o: ['yes'] }, passes: ['x'], fails: [] },
    { rule: 'prohibited_if_declined:o', beside: { o: 0 }, passes: [absent, null, ''], fails: ['x', { a: 1 }] },
    { rule: 'prohibited_if_declined:o', beside: {}, passes: ['x', null], fails: [] },
    { rule: 'prohibits:o,p', beside: { p: 0 }, passes: [absent, null, '', []], fails: ['x', 0, { a: 1 }] },
    { rule: 'prohibits:o,p', beside: { o: '', p: null }, passes: ['x', 1], fails: [] },
  ]);

  testRejected([
    ['prohibited_if:o', 'takes at least 2'],
    ['prohibited_if_accepted', 'takes at least 1'],
    ['prohibits', 'takes at least 1'],
  ]);

  test('VA-25 fields that prohibit each other both fail, and so does one that prohibits itself', async () => {
    expect(await failing({ a: 1, b: 1 }, { a: 'prohibits:b', b: 'prohibits:a' })).toEqual(['a', 'b']);
    expect(await failing({ a: 1 }, { a: 'prohibits:a' })).toEqual(['a']);
  });

  test('V-8: messages name the other fields', async () => {
    expect(await messageOf('prohibits:one_field,p', ':other', { f: 1, p: 1 })).toBe('one field, p');
    expect(await messageOf('prohibited_unless:o,a,b', ':other :values', { f: 1 })).toBe('o a, b');
  });
});

describe('VA-27 accepted and declined have a fixed table', () => {
  testRules([
    {
      rule: 'accepted',
      passes: ['on', 'yes', '1', 'true', 'TRUE', 'yes ', ' On', true, 1, 1.0, 1n],
      fails: [absent, null, '', 'y', 'ja', '01', '2', 2, 0, false, ['1'], [true], {}],
    },
    {
      rule: 'declined',
      passes: ['off', 'no', '0', 'false', 'NO', ' off ', false, 0, -0],
      fails: [absent, null, '', 'n', '00', 1, true, [], ['0'], {}],
    },
    { rule: 'accepted_if:o,1', beside: { o: true }, passes: ['yes', 1], fails: [absent, null, 'no', [1]] },
    { rule: 'accepted_if:o,1', beside: { o: 'other' }, passes: [absent, null, 'no', []], fails: [] },
    { rule: 'declined_if:o,a,b', beside: { o: 'b' }, passes: ['no', 0], fails: [absent, null, 'yes', []] },
    { rule: 'declined_if:o,a,b', beside: {}, passes: [absent, 'yes', {}], fails: [] },
  ]);
});

describe('accepted and declined', () => {
  testRejected([
    ['accepted_if:o', 'takes at least 2'],
    ['declined_if', 'takes at least 2'],
  ]);

  test('VA-25 conditions that go round in a circle end', async () => {
    const map = { a: 'accepted_if:b,1', b: 'accepted_if:a,1' };
    expect(await failing({ a: 1, b: 1 }, map)).toEqual([]);
    expect(await failing({ a: 1, b: 2 }, map)).toEqual(['b']);
    expect(await failing({ f: 'no' }, { f: 'accepted_if:f,no' })).toEqual(['f']);
  });

  test('messages name the other field and its values', async () => {
    expect(await messageOf('accepted_if:the_other,1,2', ':other: :value', { the_other: 2 })).toBe('the other: 1, 2');
  });
});

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
