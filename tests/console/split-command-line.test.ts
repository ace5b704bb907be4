import { describe, expect, test } from '@jest/globals';
import { splitCommandLine } from '../../plugins/console/src/split-command-line.ts';

describe('splitCommandLine', () => {
  test.each([
    ['', []],
    ['  route:list   --json ', ['route:list', '--json']],
    [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
    [`--name="a b"'c d'`, ['--name=a bc d']],
    [`a\\ b '' ""`, ['a b', '', '']],
    [`"say \\"hi\\" \\n"`, ['say "hi" \\n']],
    [`'C:\\temp'`, ['C:\\temp']],
    ['$HOME *', ['$HOME', '*']],
  ])('reads %j as %j', (line, words) => {
    expect(splitCommandLine(line)).toEqual(words);
  });

  test.each([`a "b`, `a 'b c`, `a"b`, 'a\\'])('refuses %j, which never ends', (line) => {
    expect(() => splitCommandLine(line)).toThrow(expect.objectContaining({ code: 'E_COMMAND_LINE' }));
  });
});
