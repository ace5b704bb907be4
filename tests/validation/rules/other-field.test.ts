import { expect, test } from '@jest/globals';
import { Rule } from '../../../plugins/validation/src/authoring.ts';
import { workOf } from '../../support/steps.ts';
import { validate } from './support.ts';

// Entries, characters or digits of the other field.
const size = 4000;

const listOf = (length: number, entry: unknown): unknown[] => Array.from({ length }, () => entry);
const mapOf = (keys: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 1]));

const map = mapOf(size);
const digits = '9'.repeat(size);
const blanks = ' '.repeat(size);

// `x` of every entry is judged by what `other` is.
const shapes: readonly (readonly [what: string, rules: unknown, entry: unknown, other: unknown])[] = [
  ['numeral', 'integer|lte:other', { x: 1 }, digits],
  ['numeral', 'integer|lte:other', { x: '123456789012345678901234567890' }, '9'.repeat(900)],
  ['numeral', 'numeric|different:other', { x: 1 }, digits],
  ['map', 'lte:other', { x: 1 }, map],
  ['map', 'required_with:other', {}, map],
  ['map', 'required_with_all:other', {}, map],
  ['map', 'required_without:other', {}, map],
  ['map', 'required_without_all:other', {}, map],
  ['map', 'prohibits:other', { x: 1 }, map],
  ['map', 'different:other', { x: {} }, map],
  ['map', 'same:other', { x: { k1: 1 } }, map],
  ['map', 'confirmed:other', { x: { k1: 1 } }, map],
  ['map in a map', 'different:other', { x: { m: {} } }, { m: map }],
  ['map', Rule.anyOf(['required_with:other|lte:other']), { x: 'a' }, map],
  ['list', 'different:other', { x: [1] }, listOf(size, 1)],
  ['list', 'in_array:other', { x: 1 }, listOf(size, 1)],
  ['list of maps', 'in_array:other.*.id', { x: 1 }, listOf(size, { id: 1 })],
  ['emoji', 'lte:other', { x: 'a' }, '😀'.repeat(size)],
  ['blanks', 'required_with:other', {}, blanks],
  ['blanks', 'required_without:other', {}, blanks],
  ['blanks', 'integer|different:other', { x: 1 }, blanks],
  ['blanks', 'prohibits:other', { x: 1 }, blanks],
  ['blanks', 'required_if_accepted:other', {}, blanks],
  ['blanks', 'required_if_declined:other', {}, blanks],
  ['blanks', 'prohibited_if_accepted:other', { x: 1 }, blanks],
  ['blanks', 'required_if:other,a', {}, blanks],
  ['text', 'required_if_accepted:other', {}, 'É'.repeat(size)],
];

test.each(shapes)('a large %s beside a list is looked through once by %p', async (_what, rule, entry, other) => {
  const look = (entries: number) => {
    // As it comes from the body.
    const sent = JSON.parse(JSON.stringify({ items: listOf(entries, entry), other })) as Record<string, unknown>;
    return () => validate(sent, { 'items.*.x': rule });
  };
  await look(2)();
  // To look through it for each of sixty entries would be sixty times its size, and more.
  expect(await workOf(look(60))).toBeLessThan(10 * size);
});

test('what was found of a large field holds for the validation it was found in', async () => {
  const passes = async (other: unknown): Promise<boolean> =>
    (await validate({ items: [{}, {}], other }, { 'items.*.x': 'required_with:other' })).passes();
  expect([await passes(blanks), await passes(`${blanks}a`), await passes({}), await passes(map)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('entries are measured each by its own other field', async () => {
  const items = [
    { x: 'ab', other: ['a'] },
    { x: 'ab', other: ['a', 'b'] },
    { x: { a: 1 }, other: {} },
  ];
  const failed = async (rule: string): Promise<string[]> =>
    Object.keys((await validate({ items }, { 'items.*.x': rule })).errors().all());
  expect(await failed('lte:items.*.other')).toEqual(['items.0.x', 'items.2.x']);
  expect(await failed('missing_with:items.*.other')).toEqual(['items.0.x', 'items.1.x', 'items.2.x']);
  expect(await failed('prohibits:items.*.other')).toEqual(['items.0.x', 'items.1.x']);
});
