import { describe, expect, test } from '@jest/globals';
import { endsSoon } from '../../support/ends-soon.ts';
import { filtered, testFilters, testUntouched } from './support.ts';

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
