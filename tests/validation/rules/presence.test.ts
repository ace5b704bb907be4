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
