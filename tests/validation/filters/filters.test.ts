import { describe, expect, test } from '@jest/globals';
import { stringFilters } from '../../../plugins/validation/src/filters/string.ts';
import { characterRules } from '../../../plugins/validation/src/rules/characters.ts';
import { endsSoon } from '../../support/ends-soon.ts';
import { createEngine } from '../engine/support.ts';
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

describe('encoding filters', () => {
  testFilters([
    [
      'escape_html',
      ['<a href="x">y & z</a>', '&lt;a href=&#34;x&#34;&gt;y &amp; z&lt;/a&gt;'],
      ["'", '&#39;'],
      [12, '12'],
    ],
    [
      'escape_js',
      ["alert('x')", "alert(\\'x\\')"],
      ['</script>', '\\x3c\\/script\\x3e'],
      ['a\\"\n\r\t&`', 'a\\\\\\"\\n\\r\t&`'],
    ],
    [
      'url_encode',
      ['a b&c=d', 'a+b%26c%3Dd'],
      ["~-_.!'()*", '~-_.%21%27%28%29%2A'],
      ['日', '%E6%97%A5'],
      ['\ud800', '%EF%BF%BD'],
    ],
    ['url_decode', ['a+b%20c%2B', 'a b c+'], ['%E6%97%A5', '日']],
    ['strip_tags', ['<p>Hi</p>', 'Hi'], ['x < y > z', 'x  z'], ['a > b', 'a > b'], ['a < b', 'a < b'], ['<b', '<b']],
    ['escapeHtml', ['<', '&lt;']],
    ['escapeHTML', ['<', '&lt;']],
    ['escapeJs', ['<', '\\x3c']],
    ['escapeJS', ['<', '\\x3c']],
    ['urlEncode', [' ', '+']],
    ['urlDecode', ['+', ' ']],
    ['stripTags', ['<b>', '']],
  ]);

  testUntouched(['escape_html', 'escape_js', 'url_encode', 'url_decode', 'strip_tags'], [null, ['<b>'], {}]);

  test('VA-32 escape_html twice escapes twice', () => {
    expect(filtered('escape_html', filtered('escape_html', '<'))).toBe('&amp;lt;');
  });

  test('VA-32 url_decode leaves what is not encoded well', () => {
    for (const text of ['%zz', '%', 'a+%E6', '%FF']) expect(filtered('url_decode', text)).toBe(text);
  });

  test('VA-32 strip_tags leaves no tag, however they are nested', () => {
    for (const text of ['<scr<b>ipt>', '<<b>script>x</script>', '<<<<>>>>', '<a <b> c>'])
      expect(String(filtered('strip_tags', text))).not.toMatch(/<[^>]*>/);
  });

  test('VA-32 strip_tags reads a text once', () => {
    const text = '<'.repeat(1_000_000);
    expect(endsSoon(() => filtered('strip_tags', text))).toBe(text);
  });
});

describe('splitting filters', () => {
  testFilters([
    ['str_to_array', ['a, b,,c ', ['a', 'b', 'c']], ['', []], [' x ', ['x']], ['日,本', ['日', '本']], [5, ['5']]],
    ['str_to_ints', ['1, 2,,3.7,-4', [1, 2, 3, -4]], ['', []], [5, [5]]],
    // What is no number stays in its place, so that a rule on the entries can refuse it.
    ['str_to_ints', ['1,x,2', [1, 'x', 2]]],
    ['str2arr', ['a,b', ['a', 'b']]],
    ['str2array', ['a,b', ['a', 'b']]],
    ['strToArray', ['a,b', ['a', 'b']]],
    ['str2ints', ['1,2', [1, 2]]],
    ['strToInts', ['1,2', [1, 2]]],
  ]);

  testUntouched(['str_to_array', 'str_to_ints'], [null, ['a,b'], {}]);
});

const names = ['trim', 'ltrim', 'rtrim', 'lower', 'upper', 'title', 'ucfirst', 'lcfirst', 'camel', 'snake'];

describe('string filters', () => {
  testFilters([
    [
      'trim',
      ['\t hi\n', 'hi'],
      ['\u00a0a\u3000', 'a'],
      ['', ''],
      [12, '12'],
      [true, 'true'],
      [1e21, '1000000000000000000000'],
    ],
    ['ltrim', ['\t\r\n x ', 'x '], ['\u00a0x', '\u00a0x'], ['   ', '']],
    ['rtrim', [' x \t\r\n', ' x'], ['x\u00a0', 'x\u00a0'], ['   ', '']],
    ['lower', ['HELLO Ä', 'hello ä'], ['ΑΣ', 'ασ'], ['', '']],
    ['upper', ['hello ä', 'HELLO Ä'], ['straße', 'STRASSE'], ['日本', '日本'], ['𐐨', '𐐀']],
    [
      'title',
      ['hELLO wORLD', 'Hello World'],
      ["o'neil mc-donald", "O'neil Mc-Donald"],
      ['the 3rd x1y', 'The 3Rd X1y'],
      ['foo.bar', 'Foo.bar'],
      ['éA  b', 'Éa  B'],
      ['', ''],
    ],
    ['ucfirst', ['éa B', 'Éa B'], ['', ''], ['1a', '1a'], ['𐐨a', '𐐀a']],
    ['lcfirst', ['ÉA', 'éA'], ['', '']],
    [
      'camel',
      ['hello-world_foo', 'helloWorldFoo'],
      ['HTTPServer', 'httpserver'],
      ['userID', 'userId'],
      ['fooBARBaz', 'fooBarbaz'],
      ['a.b c', 'a.bC'],
      ['--', ''],
    ],
    ['snake', ['HelloWorld', 'hello_world'], ['HTTPServer', 'httpserver'], ['a1B2', 'a1_b2'], [' Foo  Bar', 'foo_bar']],
  ]);

  testUntouched(names, [null, ['a '], { a: 'B ' }]);

  testFilters([
    ['trimSpace', [' a ', 'a']],
    ['trimLeft', [' a ', 'a ']],
    ['trimRight', [' a ', ' a']],
    ['lowercase', ['A', 'a']],
    ['uppercase', ['a', 'A']],
    ['ucWord', ['a b', 'A B']],
    ['upperWord', ['a b', 'A B']],
    ['ucFirst', ['ab', 'Ab']],
    ['upperFirst', ['ab', 'Ab']],
    ['lcFirst', ['AB', 'aB']],
    ['lowerFirst', ['AB', 'aB']],
    ['camelCase', ['a b', 'aB']],
    ['snakeCase', ['aB', 'a_b']],
  ]);

  test('long runs of blanks and signs cost no more than reading them', () => {
    for (const name of names)
      for (const sign of [' ', '-', 'A', '"']) {
        const text = `x${sign.repeat(500_000)}x`;
        expect(endsSoon(() => filtered(name, text))).toMatch(/^x.*x$/i);
      }
  });
});

// Each letter twice: the first alone, the other between letters, where some have another form.
const letters = Array.from({ length: 0x1ffff }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .map((letter) => `${letter} a${letter}a A${letter} `)
  .join('');

test.each([
  ['lower', 'lowercase', '\u0130STANBUL'],
  ['upper', 'uppercase', 'stra\u00dfe'],
])('D-3: what the filter %s makes passes the rule %s', async (filter, rule, example) => {
  const engine = createEngine({
    rules: characterRules,
    filters: stringFilters.filter(({ name }) => name === filter),
  });
  for (const text of [example, letters]) {
    const validator = await engine.validate(null, { a: text }, { a: rule }, { filters: { a: filter } });
    expect(validator.passes()).toBe(true);
  }
});
