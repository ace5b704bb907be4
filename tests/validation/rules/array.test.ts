import { describe, expect, test } from '@jest/globals';
import { quickest } from '../../support/quickest.ts';
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
    const many = Array.from({ length: 50_000 }, (_, i) => i);
    const look = () => failing({ items: [deep, deep, ...many, 0] }, { 'items.*': 'distinct' });
    expect(await look()).toEqual(['items.50002']);
    expect(await quickest(look)).toBeLessThan(2000);
  });
});
