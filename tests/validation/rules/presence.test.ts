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
