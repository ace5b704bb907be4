import { describe, expect, test } from '@jest/globals';
import { absent, failing, testRejected, testRules, validate } from './support.ts';

const date = new Date(0);

describe('types', () => {
  testRules([
    { rule: 'string', passes: ['x', '', '0', '😀', absent], fails: ['\0', 'a\0b', null, 1, true, ['a'], {}, date] },
    {
      rule: 'integer',
      passes: [
        0,
        -0,
        1,
        1.0,
        -7,
        10n,
        '1',
        '-1',
        '+5',
        '010',
        '12 ',
        '9007199254740993',
        '99999999999999999999',
        absent,
        '',
      ],
      fails: [
        null,
        1.5,
        '1.0',
        '1e3',
        '0x1F',
        '1_000',
        '- 1',
        '٣',
        true,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        [1],
        {},
      ],
    },
    { rule: 'int', passes: [3], fails: ['x'] },
    { rule: 'integer:strict', passes: [1, 10n, absent], fails: ['1', 1.5, null, true] },
    {
      rule: 'uint',
      passes: [0, -0, 7, 7n, '0', '42', '+1', '-0', absent],
      fails: [-1, -1n, '-08', '-5', 1.5, null, true, []],
    },
    { rule: 'numeric:strict', passes: [1, 1.5, absent], fails: ['1', null, Number.NaN] },
    { rule: 'number', passes: [1, '1.5'], fails: ['x', true] },
    { rule: 'float', passes: [1, 1.5, '1', '-1.5', absent], fails: ['1,5', '1.2.3', false, null, []] },
    {
      rule: 'boolean',
      passes: [
        true,
        false,
        0,
        1,
        '0',
        '1',
        'true',
        'false',
        'on',
        'off',
        'yes',
        'no',
        ' yes ',
        'True',
        'FALSE',
        'On',
        absent,
      ],
      fails: [null, 2, -1, '2', 'T', 'y', '\u212ar', [], {}],
    },
    { rule: 'bool', passes: ['no'], fails: ['nope'] },
    { rule: 'boolean:strict', passes: [true, false, absent], fails: [1, 'true', null] },
    { rule: 'array', passes: [[], [1], {}, { a: 1 }, absent], fails: [null, 'a', 1, date] },
    {
      rule: 'array:a,b',
      passes: [[], {}, { a: 1 }, { a: 1, b: 2 }],
      fails: [{ c: 1 }, { a: 1, c: 1 }, [1], 'a', null],
    },
    { rule: 'list', passes: [[], [null], absent, ''], fails: [{}, { 0: 'a' }, null, 'a', 1] },
    { rule: 'slice', passes: [[1]], fails: [{ k: [1] }] },
    { rule: 'map', passes: [{}, { 0: 'x' }, absent], fails: [[], ['a'], null, '{}', date, new Map()] },
  ]);

  testRejected([
    ['integer:loose', '"loose" is not "strict"'],
    ['boolean:1', '"1" is not "strict"'],
    ['numeric:strict,strict', 'takes at most 1'],
  ]);
});

describe('VA-10 numeric has a fixed table', () => {
  testRules([
    {
      rule: 'numeric',
      passes: [0, 1.5, 10n, '0', '-1.5', '1e3', '1E-3', '1.', '.5', '+1', absent, ''],
      fails: ['1e400', '0x10', ' 1 ', 'NaN', 'Infinity', '1_000', '٣', '1.2.3', '.', '1e', [], null, [5], true, {}],
    },
  ]);
});

describe('a numeral of more than 1000 characters is no number', () => {
  const [longest, longer] = [`${'0'.repeat(999)}5`, `${'0'.repeat(1000)}5`];
  testRules(
    ['integer', 'uint', 'numeric', 'float'].map((rule) => ({
      rule,
      passes: [longest, `+${longest.slice(1)}`],
      fails: [longer],
    })),
  );
  testRules([
    { rule: 'integer|max:5', passes: [longest], fails: [longer] },
    { rule: 'integer|not_in:0', passes: ['5'], fails: [`${' '.repeat(999)}0`, `${' '.repeat(1000)}0`] },
  ]);
});

describe('strings', () => {
  test('VA-09 half a surrogate pair is no string', async () => {
    expect(await failing({ f: 'a\ud800' }, { f: 'string' })).toEqual(['f']);
  });
});

test('D-7: the message for a text with NUL or half a character says so, also between other values', async () => {
  const messages = async (own?: Record<string, string>): Promise<unknown[]> => {
    const t = [1, 'a\0b', 2, '\ud800', true, 'a\0b'];
    const validator = await validate({ t }, { 't.*': 'string' }, own === undefined ? {} : { messages: own });
    return Object.values(validator.errors().all()).flatMap((byRule) => Object.values(byRule));
  };
  expect(await messages()).toEqual([
    'The t.0 must be a text.',
    'The t.1 must not contain a NUL character or half a character.',
    'The t.2 must be a text.',
    'The t.3 must not contain a NUL character or half a character.',
    'The t.4 must be a text.',
    'The t.5 must not contain a NUL character or half a character.',
  ]);
  // Messages of the application go before, and the more precise one of them first.
  expect(await messages({ string: 'x' })).toEqual(Array(6).fill('x'));
  expect(await messages({ 't.*.string': 'x', string_characters: 'y' })).toEqual(Array(6).fill('x'));
  expect(await messages({ string: 'x', string_characters: 'y' })).toEqual(['x', 'y', 'x', 'y', 'x', 'y']);
});

test('the message for a value with keys that array:name does not allow names those it does, also between other values', async () => {
  const messages = async (own?: Record<string, string>): Promise<unknown[]> => {
    const t = [1, { name: 'a', x: 1 }, [1, 2], { name: 'a' }, 'x'];
    const validator = await validate({ t }, { 't.*': 'array:name,0' }, own === undefined ? {} : { messages: own });
    return Object.values(validator.errors().all()).flatMap((byRule) => Object.entries(byRule));
  };
  const shape = (at: number) => ['array', `The t.${at} must be a list or an object.`];
  const keys = (at: number) => ['array', `The t.${at} has keys it must not have; allowed are: name, 0.`];
  expect(await messages()).toEqual([shape(0), keys(1), keys(2), shape(4)]);
  expect(await messages({ 't.*.array': 'x', array_keys: 'y' })).toEqual(
    Array.from({ length: 4 }, () => ['array', 'x']),
  );
  expect(await messages({ array_keys: 'only :values' })).toContainEqual(['array', 'only name, 0']);
});
