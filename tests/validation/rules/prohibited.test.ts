import { describe, expect, test } from '@jest/globals';
import { absent, failing, messageOf, testRejected, testRules } from './support.ts';

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
