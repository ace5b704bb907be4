import { describe, expect, test } from '@jest/globals';
import { endsSoon } from '../../support/ends-soon.ts';
import { filtered, testFilters, testUntouched } from './support.ts';

const nothing = [null, [], [1], {}, '', 'abc', ' 12 ', Number.NaN];

describe('VA-32 numbers come out whole or not at all, and never as NaN', () => {
  const cases = [
    ['42', 42],
    ['-7', -7],
    ['+5', 5],
    ['010', 10],
    ['12.9', 12],
    ['-0.5', 0],
    [42.9, 42],
    [-0.5, 0],
    [true, 1],
    [false, 0],
    ['9007199254740991', 9007199254740991],
  ] as const;

  for (const filter of ['to_int', 'int', 'toInt', 'integer', 'to_int64', 'int64', 'toInt64'])
    testFilters([[filter, ...cases]]);
  testUntouched(
    ['to_int', 'to_int64'],
    [
      ...nothing,
      '1e3',
      '12abc',
      '0x1F',
      '1_000',
      '9'.repeat(400),
      '9007199254740993',
      1e300,
      10n,
      Number.POSITIVE_INFINITY,
    ],
  );

  for (const filter of ['to_uint', 'uint', 'toUint']) testFilters([[filter, ['42', 42], [42.9, 42], [true, 1]]]);
  testUntouched(['to_uint'], [...nothing, '-5', -5]);

  for (const filter of ['to_float', 'float', 'toFloat'])
    testFilters([[filter, ['1e3', 1000], ['.5', 0.5], ['010', 10], ['-2.5', -2.5], [true, 1], [1.5, 1.5]]]);
  testUntouched(['to_float'], [...nothing, 'Inf', 'NaN', '1e400', '0x10', '1,5']);
});

describe('conversions', () => {
  for (const filter of ['to_bool', 'bool', 'toBool'])
    testFilters([
      [
        filter,
        ...['1', 't', 'T', 'true', 'TRUE', 'yes', 'on', 1, 2, -1, true].map((value) => [value, true] as const),
        ...['0', 'f', 'F', 'false', 'False', 'no', 'off', 0, -0, false].map((value) => [value, false] as const),
      ],
    ]);
  testUntouched(['to_bool'], [...nothing, '2', ' true']);

  for (const filter of ['to_string', 'toString'])
    testFilters([
      [
        filter,
        [0, '0'],
        [-7, '-7'],
        [1e21, '1000000000000000000000'],
        [-1.5e-7, '-0.00000015'],
        [true, 'true'],
        [10n, '10'],
        ['x', 'x'],
      ],
    ]);
  testUntouched(['to_string'], [null, ['a'], {}]);
});

describe('VA-32 times', () => {
  const utc = (text: string): Date => new Date(`${text}Z`);
  const noon = utc('2024-02-29T12:30:05');

  for (const filter of ['to_time', 'str_to_time', 'toTime', 'str2time', 'strToTime'])
    testFilters([
      [
        filter,
        ['2024-02-29', utc('2024-02-29T00:00')],
        ['2024-02-29T12:30:05Z', noon],
        ['2024-02-29t12:30:05.5Z', utc('2024-02-29T12:30:05.500')],
        ['2024-02-29 12:30:05', noon],
        ['2024-02-29 14:30:05 +0200', noon],
        ['2024-02-29T10:30:05-02:00', noon],
        ['2024-02-29T12:30', utc('2024-02-29T12:30')],
        ['Thu, 29 Feb 2024 12:30:05 GMT', noon],
        ['Thu, 29 Feb 2024 14:30:05 +0200', noon],
        ['29 Feb 24 12:30 UTC', utc('2024-02-29T12:30')],
        ['Thursday, 29-Feb-24 12:30:05 GMT', noon],
        ['Thu Feb 29 12:30:05 2024', noon],
        ['Thu Feb  1 12:30:05 UTC 2024', utc('2024-02-01T12:30:05')],
        ['02 Jan 1970', utc('1970-01-02T00:00')],
        ['01 Jan 69', utc('1969-01-01T00:00')],
        [1709209805, noon],
        [0.5, utc('1970-01-01T00:00:00.500')],
      ],
    ]);
  testUntouched(
    ['to_time', 'str_to_time'],
    [
      null,
      '',
      'garbage',
      'now',
      '1709209805',
      '2023-02-29',
      '2024-13-01',
      '2024-02-29T24:00:00',
      '2024-02-29T12:60',
      '2024-02-29T12:30:05+25:00',
      '29 Foo 2024',
      '2024-2-3',
      1e300,
      Number.NaN,
      true,
      [],
      noon,
    ],
  );

  test('long texts are read once', () => {
    for (const text of ['A'.repeat(1_000_000), `Mon${' '.repeat(1_000_000)}`, '1'.repeat(1_000_000)])
      expect(endsSoon(() => filtered('to_time', text))).toBe(text);
  });
});
