const bytes = (...all: readonly number[]): Buffer => Buffer.from(all);

/** A text, also with a code point that JSON need not escape. */
export const validTexts: readonly (readonly [name: string, text: string])[] = [
  ['ASCII', 'Hello world'],
  ['Greek', 'κόσμε'],
  ['a text of two, three and four bytes a sign', 'ñ€😀'],
  ['the first sign of two bytes', '\u0080'],
  ['the last sign of two bytes', '\u07ff'],
  ['the first sign of three bytes', '\u0800'],
  ['the last sign before surrogates', '\ud7ff'],
  ['the first sign after surrogates', '\ue000'],
  ['the replacement character', '\ufffd'],
  ['the last sign of three bytes', '\uffff'],
  ['the first sign of four bytes', '\u{10000}'],
  ['the last sign of all', '\u{10ffff}'],
  ['signs that are no characters', '\ufffe\u{1fffe}\u{ffffe}\u{10fffe}\ufdd0'],
  ['a byte order mark within', 'a\ufeffb'],
];

const greek = Buffer.from('κόσμε');

const named = (name: string, all: readonly (readonly number[])[]): [string, Buffer][] =>
  all.map((each) => [`${name} ${bytes(...each).toString('hex')}`, bytes(...each)]);

/** Bytes that are not UTF-8, after the stress test of Markus Kuhn, from which Autobahn's cases are. */
export const invalidTexts: readonly (readonly [name: string, bytes: Buffer])[] = [
  // Each place of a good text, where a byte that is never valid stands.
  ...Array.from(greek, (_byte, at): [string, Buffer] => [
    `ff at place ${at}`,
    Buffer.concat([greek.subarray(0, at), bytes(0xff), greek.subarray(at + 1)]),
  ]),
  // A sign that ends too early: JSON goes on behind it.
  ...[1, 3, 5, 7, 9].map((end): [string, Buffer] => [
    `a sign that ends after ${end} bytes of Greek`,
    greek.subarray(0, end),
  ]),
  ...named('a lonely continuation', [[0x80], [0xbf], [0x80, 0xbf], [0x80, 0xbf, 0x80, 0xbf, 0x80]]),
  ...named('a lonely start', [
    [0xc2, 0x20],
    [0xdf, 0x20],
    [0xe1, 0x20],
    [0xef, 0x20],
    [0xf1, 0x20],
    [0xf4, 0x20],
  ]),
  ...named('a sign without its last byte', [
    [0xc2],
    [0xe1, 0x80],
    [0xf1, 0x80, 0x80],
    [0xdf],
    [0xef, 0xbf],
    [0xf4, 0x8f, 0xbf],
  ]),
  ...named('a byte that is never valid', [
    [0xfe],
    [0xff],
    [0xfe, 0xfe, 0xff, 0xff],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xf5, 0x80, 0x80, 0x80],
  ]),
  ...named('an overlong slash', [
    [0xc0, 0xaf],
    [0xe0, 0x80, 0xaf],
    [0xf0, 0x80, 0x80, 0xaf],
    [0xf8, 0x80, 0x80, 0x80, 0xaf],
  ]),
  ...named('the last overlong', [
    [0xc1, 0xbf],
    [0xe0, 0x9f, 0xbf],
    [0xf0, 0x8f, 0xbf, 0xbf],
  ]),
  ...named('an overlong zero', [
    [0xc0, 0x80],
    [0xe0, 0x80, 0x80],
    [0xf0, 0x80, 0x80, 0x80],
  ]),
  ...named('a surrogate', [
    [0xed, 0xa0, 0x80],
    [0xed, 0xad, 0xbf],
    [0xed, 0xae, 0x80],
    [0xed, 0xaf, 0xbf],
    [0xed, 0xb0, 0x80],
    [0xed, 0xbf, 0xbf],
    [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80],
    [0xed, 0xaf, 0xbf, 0xed, 0xbf, 0xbf],
  ]),
  ...named('beyond the last sign', [
    [0xf4, 0x90, 0x80, 0x80],
    [0xf7, 0xbf, 0xbf, 0xbf],
  ]),
  ...named('five or six bytes', [
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
  ]),
];
