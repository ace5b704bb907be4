import { describe, expect, test } from '@jest/globals';
import { absent, failing, messageOf, testRejected, testRules } from './support.ts';

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
