import { describe, expect, test } from '@jest/globals';
import { growth } from '../../support/steps.ts';
import { absent, failing, messageOf, testRejected, testRules } from './support.ts';

const ids = (...values: readonly unknown[]) => ({ items: values.map((id) => ({ id })) });

describe('keys', () => {
  testRules([
    {
      rule: 'required_array_keys:a,b',
      passes: [
        { a: 1, b: null },
        { a: 1, b: 2, c: 3 },
      ],
      fails: [absent, null, {}, { a: 1 }, ['a', 'b'], 'a', 1, true],
    },
    { rule: 'required_array_keys:toString', passes: [{ toString: 1 }], fails: [{}, { a: 1 }] },
    {
      rule: 'array_keys:a,b',
      passes: [{}, { a: 1 }, { b: 1, a: 1 }, [], absent],
      fails: [{ c: 1 }, [1], null, 'a', 1],
    },
  ]);

  testRejected([
    ['required_array_keys', 'takes at least 1'],
    ['array_keys:', 'takes at least 1'],
    ['distinct:loose', 'none of strict, ignore_case'],
  ]);

  test('messages name the keys', async () => {
    expect(await messageOf('required_array_keys:a_b,c', ':values', { f: {} })).toBe('a_b, c');
    expect(await messageOf('array_keys:a,b', ':values', { f: { c: 1 } })).toBe('a, b');
  });
});

describe('distinct', () => {
  testRules([
    {
      rule: 'distinct',
      passes: [['a', 'b'], ['a', 'A'], [true, 1], [null, 'null', ''], [], 'aa', absent, { a: 1, b: 1 }],
      fails: [
        ['a', 'a'],
        [1, '1'],
        [null, null],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [[1], ['1']],
      ],
    },
    {
      rule: 'distinct:strict',
      passes: [
        [1, '1'],
        [true, 'true'],
      ],
      fails: [
        [1, 1],
        ['1', '1'],
      ],
    },
    {
      rule: 'distinct:ignore_case',
      passes: [['a', 'b']],
      fails: [
        ['a', 'A'],
        [{ k: 'É' }, { k: 'é' }],
      ],
    },
    { rule: 'distinct:strict,ignore_case', passes: [[1, '1']], fails: [['a', 'A']] },
    {
      rule: 'distinct',
      passes: [
        [[], {}],
        [['a', 'b'], ['a:b']],
        [['a'], ':a'],
      ],
      fails: [],
    },
  ]);

  test('on a wildcard the later ones fail, over all levels', async () => {
    expect(await failing(ids(1, 2, '1', 1, null, null), { 'items.*.id': 'distinct' })).toEqual([
      'items.2.id',
      'items.3.id',
      'items.5.id',
    ]);
    const nested = { cat: [{ prod: [{ id: 1 }] }, { prod: [{ id: 1 }] }] };
    expect(await failing(nested, { 'cat.*.prod.*.id': 'distinct' })).toEqual(['cat.1.prod.0.id']);
    expect(await failing({ tags: { x: 'a', y: 'a' } }, { 'tags.*': 'distinct' })).toEqual(['tags.y']);
  });

  test('numbers are the same however they are written', async () => {
    const rules = { d: 'list', 'd.*': 'integer|distinct' };
    expect(await failing({ d: ['1', '01', '+1', 1, '2'] }, rules)).toEqual(['d.1', 'd.2', 'd.3']);
    expect(await failing({ d: ['1', 1, '01'] }, { 'd.*': 'integer|distinct:strict' })).toEqual(['d.2']);
    expect(await failing({ d: ['1', '1.0', '1e1'] }, { 'd.*': 'numeric|distinct' })).toEqual(['d.1']);
    expect(await failing({ d: ['1', '01'] }, { d: 'list|distinct', 'd.*': 'integer' })).toEqual(['d']);
    expect(await failing({ d: ['1', '01'] }, { d: 'list|distinct' })).toEqual([]);
    expect(await failing({ d: ['1', '01'] }, { 'd.*': 'string|distinct' })).toEqual([]);
  });

  test('fields with the same values do not disturb each other, nor do two validations', async () => {
    const rules = { 'a.*': 'distinct', 'b.*': 'distinct' };
    for (let i = 0; i < 2; i++) expect(await failing({ a: [1, 2], b: [1, 2] }, rules)).toEqual([]);
  });

  test('many and deep values cost no more than reading them', async () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 100_000; i++) deep = [deep];
    const look = (size: number) => {
      const many = Array.from({ length: size }, (_, i) => i);
      return failing({ items: [deep, deep, ...many, 0] }, { 'items.*': 'distinct' });
    };
    expect(await look(2000)).toEqual(['items.2002']);
    expect(await growth(2000, look)).toBeLessThan(5);
  });
});

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
