import { describe, expect, jest, test } from '@jest/globals';
import type { PresenceVerifier } from '@taproot/core/plugin';
import { Rule } from '../../../plugins/validation/src/authoring.ts';
import { growth } from '../../support/steps.ts';
import { absent, failing, messageOf, testRejected, testRules } from './support.ts';

const deep = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let i = 0; i < levels; i++) value = [value];
  return value;
};

describe('VA-26 values compare as text, without juggling of types', () => {
  testRules([
    { rule: 'same:o', beside: { o: '1' }, passes: ['1', 1, 1n, absent], fails: ['01', '1.0', true, null, ['1']] },
    { rule: 'same:o', beside: { o: '0' }, passes: ['0', 0], fails: [false, null] },
    { rule: 'same:o', beside: { o: '' }, passes: [absent], fails: [null, 0, false] },
    { rule: 'same:o', beside: { o: '10' }, passes: ['10'], fails: ['1e1', '010'] },
    { rule: 'same:o', beside: { o: null }, passes: [null], fails: ['null', 0, []] },
    { rule: 'same:o', beside: {}, passes: [absent], fails: [null, 'x'] },
    {
      rule: 'same:o',
      beside: { o: { a: [1, 2] } },
      passes: [{ a: ['1', 2] }],
      fails: [{ a: [2, 1] }, {}, [1, 2], 'x'],
    },
    { rule: 'eq_field:o', beside: { o: 1 }, passes: [1], fails: [2] },
    { rule: 'different:o', beside: { o: '1' }, passes: ['2', true, null, [1], absent], fails: ['1', 1] },
    { rule: 'different:o,p', beside: { p: 'b' }, passes: ['a', null], fails: ['b'] },
    { rule: 'ne_field:o', beside: { o: 1 }, passes: [2], fails: [1] },
    { rule: 'eq:42', passes: ['42', 42, absent, ''], fails: ['42.0', ' 42', null, [42], {}] },
    { rule: 'eq:true', passes: ['true', true], fails: [1, '1'] },
    { rule: 'ne:0', passes: ['00', false, null, [], '0.0'], fails: ['0', 0, -0] },
  ]);

  testRules([
    { rule: 'integer|ne:0', passes: ['1', 10, '-1'], fails: ['0', '00', '+0', '-0', ' 0 ', -0, 0n] },
    { rule: 'integer|ne:007', passes: ['70', 8], fails: ['7', '007', '+07', 7] },
    { rule: 'integer|not_in:0,5', passes: ['50', 1, '-5'], fails: ['+0', '05', 5, `${'0'.repeat(500)}5`] },
    { rule: 'numeric|not_in:1,x', passes: ['1.01', '10', '.1'], fails: ['1.0', '1e0', '10e-1', '+01.', 1] },
    { rule: 'numeric|not_in:1e3', passes: ['1e2'], fails: ['1000', '1e3', 1000, '0.1e4'] },
    { rule: 'numeric|not_in:1e30,0.5', passes: ['1e31'], fails: [1e30, `1${'0'.repeat(30)}`, '10e29', '.50', 0.5] },
    { rule: 'integer|different:o', beside: { o: '05' }, passes: [50, '-5'], fails: [5, '5', '+5', '05'] },
    { rule: 'numeric|different:o,p', beside: { o: 1, p: 'x' }, passes: ['1.1'], fails: ['1.0', '1e0'] },
    // Text that is to be the same stays so to the letter: what is given untyped is then one of the values.
    { rule: 'integer|in:1,2', passes: ['1', 2], fails: ['01', '+1'] },
    { rule: 'numeric|eq:1', passes: ['1', 1], fails: ['1.0'] },
    { rule: 'numeric|same:o', beside: { o: '10' }, passes: ['10', 10], fails: ['1e1', '010'] },
    { rule: 'not_in:1', passes: ['01', '1.0', '+1'], fails: ['1'] },
  ]);

  test('a list has none of the values where its entries are numbers', async () => {
    const rules = { f: ['list', Rule.notIn([0, 'x'])], 'f.*': 'integer' };
    expect(await failing({ f: ['1', '00'] }, rules)).toEqual(['f']);
    expect(await failing({ f: ['1', '10'] }, rules)).toEqual([]);
    expect(await failing({ f: ['1', '00'] }, { f: 'list|not_in:0' })).toEqual([]);
  });

  test('confirmed, in and in_array neither', async () => {
    expect(await failing({ f: '1e1', f_confirmation: '10' }, { f: 'confirmed' })).toEqual(['f']);
    expect(await failing({ f: false }, { f: 'in:0' })).toEqual(['f']);
    expect(await failing({ f: '1', o: [true, '1.0'] }, { f: 'in_array:o' })).toEqual(['f']);
  });

  test('values that are nested too deeply are never the same, and are compared without an overflow', async () => {
    expect(await failing({ f: deep(10), o: deep(10) }, { f: 'same:o' })).toEqual([]);
    expect(await failing({ f: deep(100_000), o: deep(100_000) }, { f: 'same:o' })).toEqual(['f']);
  });

  test('VA-25 a field may be compared with itself', async () => {
    expect(await failing({ f: 'x' }, { f: 'same:f' })).toEqual([]);
    expect(await failing({ f: 'x' }, { f: 'different:f' })).toEqual(['f']);
    expect(await failing({ f: 3 }, { f: 'gte:f' })).toEqual([]);
  });
});

describe('choices', () => {
  testRules([
    { rule: 'in:a,1', passes: ['a', '1', 1, absent, ''], fails: ['A', 'a ', '1.0', true, null, ['a'], [], {}] },
    { rule: ['array', 'in:a,b'], passes: [['a'], ['b', 'a'], []], fails: [['a', 'c'], ['a', ['b']], { x: 'a' }] },
    { rule: 'not_in:a,1', passes: ['b', 'A', 2, null, [], ['b'], {}, absent], fails: ['a', 1, ['b', 'a']] },
    { rule: Rule.enum({ Up: 'up', Down: 'down' }), passes: ['up'], fails: ['Up', null] },
    { rule: 'in_array:o', beside: { o: ['a', 1] }, passes: ['a', '1', 1, absent], fails: ['A', true, null, ['a']] },
    { rule: 'in_array:o.*', beside: { o: ['a'] }, passes: ['a'], fails: ['b'] },
    { rule: 'in_array:n.o', beside: { n: { o: ['a'] } }, passes: ['a'], fails: ['b'] },
    { rule: 'in_array:o', beside: { o: 'a' }, passes: [absent], fails: ['a'] },
    { rule: 'in_array:o', beside: {}, passes: [absent], fails: ['a', null] },
    { rule: Rule.in([]), passes: [absent, ''], fails: ['a', 0, null, []] },
    { rule: Rule.enum({}), passes: [absent], fails: ['a', null] },
    { rule: Rule.notIn([]), passes: ['a', 0, null, [], ['a'], absent], fails: [] },
    { rule: ['list', Rule.in([])], passes: [[], absent], fails: [['a']] },
    {
      rule: 'in_array_keys:a,b',
      passes: [{ b: null }, { a: 1, c: 2 }, absent],
      fails: [{ c: 1 }, {}, ['a'], 'a', null],
    },
  ]);

  test('VA-18 a value with a comma is one choice in Rule.in, and never in a text', async () => {
    expect(await failing({ f: 'a,b' }, { f: Rule.in(['a,b', 'c|d']) })).toEqual([]);
    expect(await failing({ f: 'a' }, { f: Rule.in(['a,b', 'c|d']) })).toEqual(['f']);
    expect(await failing({ f: 'c|d' }, { f: [Rule.notIn(['c|d'])] })).toEqual(['f']);
    expect(await failing({ f: 'a,b' }, { f: 'in:a,b' })).toEqual(['f']);
  });

  test('in_array takes what a wildcard stands for that the field has no key for', async () => {
    const items = [
      { id: 1, tags: ['a'] },
      { id: '2', tags: ['b'] },
    ];
    const takes = async (value: unknown, rule: string): Promise<boolean> =>
      (await failing({ items, sets: { x: { id: 3 } }, f: value }, { f: rule })).length === 0;
    expect([await takes('1', 'in_array:items.*.id'), await takes(2, 'in_array:items.*.id')]).toEqual([true, true]);
    expect([await takes('3', 'in_array:items.*.id'), await takes('3', 'in_array:sets.*.id')]).toEqual([false, true]);
    for (const rule of ['in_array:items.*.tags', 'in_array:items.*.tags.*'])
      expect([await takes('b', rule), await takes('c', rule)]).toEqual([true, false]);
    expect([await takes('b', 'in_array:none.*.id'), await takes(null, 'in_array:items.*.id')]).toEqual([false, false]);
  });

  test('in_array within the same list looks at its own entry', async () => {
    const items = [
      { tag: 'a', tags: ['a'] },
      { tag: 'a', tags: ['b'] },
    ];
    expect(await failing({ items }, { 'items.*.tag': 'in_array:items.*.tags' })).toEqual(['items.1.tag']);
  });

  test('in_array takes the ids of all items where the field stands in another list', async () => {
    const items = [{ id: 1 }, { id: 2 }];
    expect(await failing({ items, picks: [2, '1', 3] }, { 'picks.*': 'in_array:items.*.id' })).toEqual(['picks.2']);
    expect(
      await failing({ items, lines: [{ p: 2 }, { p: 2 }, { p: 3 }] }, { 'lines.*.p': 'in_array:items.*.id' }),
    ).toEqual(['lines.2.p']);
    expect(await failing({ a: { items, picks: [2, 3] } }, { 'a.picks.*': 'in_array:a.items.*.id' })).toEqual([
      'a.picks.1',
    ]);
    expect(
      await failing({ rooms: [{ ids: [[1], [2]] }], picks: [2, 3] }, { 'picks.*': 'in_array:rooms.*.ids.*.*' }),
    ).toEqual(['picks.1']);
  });

  test('in_array takes all of the own entry where the paths part below it', async () => {
    const orders = [
      { products: [{ id: 1 }, { id: 2 }], lines: [{ p: 2 }, { p: 3 }] },
      { products: [{ id: 3 }], lines: [{ p: 2 }, { p: 3 }] },
    ];
    expect(await failing({ orders }, { 'orders.*.lines.*.p': 'in_array:orders.*.products.*.id' })).toEqual([
      'orders.0.lines.1.p',
      'orders.1.lines.0.p',
    ]);
  });

  test('in_array under a wildcard reads the entries of all items once', async () => {
    const look = (size: number) => {
      const items = Array.from({ length: size }, (_, id) => ({ id }));
      const picks = [...items.map(({ id }) => id), 'x'];
      return failing({ items, picks }, { 'picks.*': 'in_array:items.*.id' });
    };
    expect(await look(500)).toEqual(['picks.500']);
    expect(await growth(500, look)).toBeLessThan(5);
  });

  test('in_array under a wildcard reads the other list once', async () => {
    const look = (size: number) => {
      const allowed = Array.from({ length: size }, (_, i) => `v${i}`);
      return failing({ picked: [...allowed, 'x'], allowed }, { 'picked.*': 'in_array:allowed' });
    };
    expect(await look(500)).toEqual(['picked.500']);
    expect(await growth(500, look)).toBeLessThan(5);
  });
});

describe('any_of', () => {
  const rule = Rule.anyOf(['string|max:2', ['integer', 'min:10'], 'boolean']);

  testRules([{ rule, passes: ['ab', 12, true, absent], fails: ['abc', 9.5, null, []] }]);

  test('waits for those of its rules that have to wait', async () => {
    const later = (value: unknown) => Promise.resolve(value === 'later');
    expect(await failing({ f: 'later' }, { f: Rule.anyOf(['integer', [later]]) })).toEqual([]);
    expect(await failing({ f: 'never' }, { f: Rule.anyOf(['integer', [later]]) })).toEqual(['f']);
  });

  describe('when a rule that had to wait fails after another has decided', () => {
    const broken: PresenceVerifier = { present: () => Promise.reject(new Error('no database')) };
    const unheard = async (run: () => Promise<unknown>): Promise<number> => {
      const listener = jest.fn();
      process.on('unhandledRejection', listener);
      await run();
      // Rejections that nobody heard are told before the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      process.off('unhandledRejection', listener);
      return listener.mock.calls.length;
    };

    test('the value passes, and a late failure of the other alternative is not an unhandled rejection', async () => {
      const rules = { owner: ['required', Rule.anyOf(['exists:users,id', 'string'])] };
      const run = async () => expect(await failing({ owner: 'a' }, rules, broken)).toEqual([]);
      expect(await unheard(run)).toBe(0);
    });

    test('an alternative that throws leaves no unhandled rejection', async () => {
      const throwing = () => {
        throw new Error('broken rule');
      };
      const rules = { owner: Rule.anyOf(['exists:users,id', [throwing]]) };
      const run = () => expect(failing({ owner: 'a' }, rules, broken)).rejects.toThrow('broken rule');
      expect(await unheard(run)).toBe(0);
    });
  });

  test('a rule behind one that had to wait reads the entry of its own field', async () => {
    const items = [
      { x: 5, min: 10 },
      { x: 50, min: 1 },
    ];
    const later = () => Promise.resolve(true);
    const rules = { 'items.*.x': Rule.anyOf([[later, 'gt:items.*.min']]) };
    expect(await failing({ items }, rules)).toEqual(['items.0.x']);
    const presence: PresenceVerifier = { present: async ({ values }) => values.map(() => true) };
    const inDatabase = { 'items.*.x': Rule.anyOf([['exists:t,c', 'gt:items.*.min']]) };
    expect(await failing({ items }, inDatabase, presence)).toEqual(['items.0.x']);
  });

  test('a function among the alternatives that answers nothing has failed, now or later', async () => {
    for (const nothing of [null, undefined, {}, 'a text'])
      for (const answer of [nothing, Promise.resolve(nothing)]) {
        const silent = () => answer as never;
        expect(await failing({ f: 'x' }, { f: Rule.anyOf([[silent]]) })).toEqual(['f']);
        expect(await failing({ f: 'x' }, { f: Rule.anyOf([[silent], 'string']) })).toEqual([]);
      }
  });
});

describe('parameters and messages', () => {
  testRejected([
    ['in:', 'takes at least 1'],
    ['not_in', 'takes at least 1'],
    ['eq', 'takes at least 1'],
    ['same:a,b', 'takes at most 1'],
    ['any_of', 'use Rule.anyOf'],
  ]);

  test('messages name the other field or the values', async () => {
    const data = { f: 'x', other_one: 'x' };
    expect(await messageOf('same:no_field', ':other', data)).toBe('no field');
    expect(await messageOf('different:other_one', ':other', data)).toBe('other one');
    expect(await messageOf('in_array:other_one', ':other', data)).toBe('other one');
    expect(await messageOf('eq:a_b', ':value', data)).toBe('a_b');
    expect(await messageOf('in:a_b,c', ':values', data)).toBe('a_b, c');
    expect(await messageOf('in_array_keys:a,b', ':values', data)).toBe('a, b');
  });
});
