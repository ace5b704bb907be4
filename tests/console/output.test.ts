import { describe, expect, test } from '@jest/globals';
import { displayWidth, formatTable, printable } from '@taproot/console/command';

describe('printable', () => {
  test.each([
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    ['a title sequence', '\u001b]0;owned\u0007name', 'name'],
    ['the eight-bit form of a sequence', 'a\u009b2Jb', 'ab'],
    ['line breaks', 'a\r\nb\u2028c', 'a b c'],
    ['lone control characters', 'a\u0000\u0008\u007f\u0085b', 'a b'],
    ['marks that turn the direction of writing', 'a\u202egpj.exe', 'agpj.exe'],
  ])('CN-08 takes out %s', (_what, text, clean) => {
    expect(printable(text)).toBe(clean);
  });

  test('leaves letters of every script alone', () => {
    expect(printable('Zoë 日本 \u{1f331}')).toBe('Zoë 日本 \u{1f331}');
  });
});

describe('formatTable', () => {
  test('aligns columns by what the terminal shows, colours outside of the padding', () => {
    const rows = [
      ['日本', 'x', 'end'],
      ['a', 'long', ''],
    ];
    expect(formatTable(rows, [(text) => `<${text}>`])).toEqual(['<日本>  x     end', '<a>     long']);
  });

  test('knows double width, combining marks and plain letters', () => {
    expect(['日本', 'e\u0301', 'abc', '\u{1f331}'].map(displayWidth)).toEqual([4, 1, 3, 2]);
  });
});
