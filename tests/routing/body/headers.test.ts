import { describe, expect, test } from '@jest/globals';
import { headerParameters } from '../../../plugins/routing/src/body/media-type.ts';
import { PartHeaderReader } from '../../../plugins/routing/src/body/part-header.ts';
import { endsSoon } from '../../support/ends-soon.ts';
import { Random } from '../../support/random.ts';

const parametersOf = (text: string, names: readonly string[] = ['v']): unknown => {
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
    expect(parametersOf(text, ['name', 'filename', 'n', 'other'])).toEqual({
      name: 'a',
      filename: 'C:\\x\\\\y "z".txt',
      n: '1',
      other: undefined,
    });
    for (const text of ['; a=1; A=2', '; a="1', '; a="1\\"', '; a', 'x', '; a="1"2', '; a='])
      expect(parametersOf(text)).toBeNull();
  });

  test('reads quoted strings as a naive reader does', () => {
    const random = new Random(5);
    for (let run = 0; run < 5000; run++) {
      const text = `"${random.list(random.below(12), () => random.pick(['"', '\\', 'a', ';', ' '])).join('')}`;
      const naive = naiveQuoted(text);
      const rest = naive === null ? null : headerParameters(naive[1], 0);
      const expected = naive === null || rest === null ? null : { v: naive[0] };
      expect({ text, read: parametersOf(`; v=${text}`) }).toEqual({ text, read: expected });
    }
  });

  test.each(['y', '\\', '\\"', '\\y', 'y\\"', ';', '; a="', ' '])(
    'UP-03 S-1: fails in linear time on %j without a closing quote',
    (unit) => {
      const filled = (length: number) => `; v="${unit.repeat(length / unit.length)}`;
      // Whether slow means hours for a few bytes, or for many.
      for (const text of [filled(8192), filled(400_000)]) expect(endsSoon(() => parametersOf(text))).toBeNull();
    },
  );
});

/** Reads the header of a part in chunks of `size` bytes; what follows it is left alone. */
const read = (header: string, size = Number.POSITIVE_INFINITY) => {
  const bytes = Buffer.from(`${header}\r\n\r\ncontent`);
  const reader = new PartHeaderReader();
  for (let at = 0; at < bytes.length; at += size) {
    const end = reader.take(bytes.subarray(at, at + size), 0);
    if (end === -1) continue;
    expect(at + end).toBe(bytes.length - 'content'.length);
    return reader.finish();
  }
  throw new Error('The header has no end.');
};

const disposition = 'Content-Disposition: form-data; name="a"';

describe('PartHeaderReader', () => {
  test('reads a header alike wherever it is cut', () => {
    const header = `${disposition}; filename="\u00e9%22.txt"\r\nX-Other:\r\ncontent-type:   Text/Plain`;
    for (const size of [1, 2, 3, 7, 1000])
      expect(read(header, size)).toEqual({ name: 'a', filename: '\u00e9".txt', type: 'text/plain', isBinary: false });
  });

  test('reads one header after another', () => {
    const reader = new PartHeaderReader();
    for (const name of ['first', 'second']) {
      reader.take(Buffer.from(`Content-Disposition: form-data; name="${name}"\r\n\r\n`), 0);
      expect(reader.finish().name).toBe(name);
    }
  });

  test.each([
    ['nothing', ''],
    ['no colon', `${disposition}\r\nhello`],
    ['no name before the colon', `${disposition}\r\n: x`],
    ['a space in the name', `${disposition}\r\nX Y: x`],
    ['a line that goes on', `${disposition};\r\n filename="a"`],
    ['CR without LF', `${disposition}\r\nX: a\rb`],
    ['one header twice', `${disposition}\r\nX: 1\r\nx: 2`],
    ['no name', 'Content-Disposition: form-data'],
    ['no UTF-8', `${disposition}\r\nX: `],
  ])('refuses a header with %s', (what, header) => {
    const bytes = Buffer.concat([Buffer.from(header), what === 'no UTF-8' ? Buffer.from([0xff]) : Buffer.alloc(0)]);
    const reader = new PartHeaderReader();
    const refused = (): unknown => {
      reader.take(Buffer.concat([bytes, Buffer.from(header === '' ? '\r\n' : '\r\n\r\n')]), 0);
      return reader.finish();
    };
    expect(refused).toThrow(expect.objectContaining({ code: 'E_BODY_MALFORMED' }));
  });

  test('S-1: takes 8 KiB, 20 lines and 20 parameters, and no more', () => {
    const long = (length: number): string => `${disposition}\r\nX: ${'x'.repeat(length - disposition.length - 9)}`;
    const lines = (count: number): string =>
      [disposition, ...Array.from({ length: count - 1 }, (_, at) => `X-${'a'.repeat(at + 1)}: 1`)].join('\r\n');
    const parameters = (count: number): string =>
      [disposition, ...Array.from({ length: count - 1 }, (_, at) => `p${at}=1`)].join('; ');
    for (const header of [long(8192), lines(20), parameters(20)]) expect(read(header).name).toBe('a');
    for (const header of [long(8193), lines(21), parameters(21)])
      expect(() => read(header)).toThrow(expect.objectContaining({ code: 'E_BODY_MALFORMED' }));
  });
});
