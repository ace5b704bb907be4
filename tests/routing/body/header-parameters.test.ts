import { describe, expect, test } from '@jest/globals';
import { headerParameters } from '../../../plugins/routing/src/body/header-parameters.ts';
import { quickest } from '../../support/quickest.ts';
import { Random } from '../../support/random.ts';

const read = (text: string, names: readonly string[] = ['v']): unknown => {
  const values = headerParameters(text, 0);
  return values === null ? null : Object.fromEntries(names.map((name) => [name, values.get(name)]));
};

/** The value of a quoted string at the beginning of `text`, and what follows it; null when it has no end. */
const naiveQuoted = (text: string): readonly [value: string, rest: string] | null => {
  let value = '';
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '"') return [value, text.slice(at + 1)];
    if (text[at] === '\\' && text[at + 1] === '"') at += 1;
    value += text[at];
  }
  return null;
};

describe('headerParameters()', () => {
  test('reads values as browsers write them', () => {
    const text = '; name="a"; Filename="C:\\x\\\\y \\"z\\".txt"; n=1 ;; ';
    expect(read(text, ['name', 'filename', 'n', 'other'])).toEqual({
      name: 'a',
      filename: 'C:\\x\\\\y "z".txt',
      n: '1',
      other: undefined,
    });
    for (const text of ['; a=1; A=2', '; a="1', '; a="1\\"', '; a', 'x', '; a="1"2', '; a='])
      expect(read(text)).toBeNull();
  });

  test('reads quoted strings as a naive reader does', () => {
    const random = new Random(5);
    for (let run = 0; run < 5000; run++) {
      const text = `"${random.list(random.below(12), () => random.pick(['"', '\\', 'a', ';', ' '])).join('')}`;
      const naive = naiveQuoted(text);
      const rest = naive === null ? null : headerParameters(naive[1], 0);
      const expected = naive === null || rest === null ? null : { v: naive[0] };
      expect({ text, read: read(`; v=${text}`) }).toEqual({ text, read: expected });
    }
  });

  test.each(['y', '\\', '\\"', '\\y', 'y\\"', ';', '; a="', ' '])(
    'UP-03 S-1: fails in linear time on 8 KiB of %j without a closing quote',
    async (unit) => {
      const text = `; v="${unit.repeat(8192 / unit.length)}`;
      expect(read(text)).toBeNull();
      expect(await quickest(() => read(text))).toBeLessThan(100);
    },
  );
});
