import { describe, expect, test } from '@jest/globals';
import { BoundarySearch } from '../../../plugins/routing/src/body/boundary-search.ts';
import { SliceJoiner } from '../../../plugins/routing/src/body/read-bytes.ts';
import { Random } from '../../support/random.ts';

/** A body of parts without headers, which the search knows nothing of. */
const bodyOf = (boundary: string, contents: readonly string[]): Buffer =>
  Buffer.from(`--${boundary}\r\n${contents.join(`\r\n--${boundary}\r\n`)}\r\n--${boundary}--\r\nepilogue`, 'latin1');

const chunksOf = (bytes: Buffer, sizes: () => number): Buffer[] => {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = sizes();
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
};

/** The preamble and the contents that the search finds in chunks, and how many slices it handed on. */
const find = (boundary: string, chunks: readonly Buffer[]) => {
  const search = new BoundarySearch(boundary);
  const contents: Buffer[][] = [[]];
  let slices = 0;
  for (const chunk of chunks) {
    let at = 0;
    while (at !== -1 && !search.ended) {
      at = search.next(chunk, at, (bytes) => {
        if (bytes.length > 0) slices += 1;
        contents.at(-1)?.push(Buffer.from(bytes));
      });
      if (at !== -1) contents.push([]);
    }
  }
  const [, ...parts] = contents.map((pieces) => Buffer.concat(pieces).toString('latin1'));
  return { parts: search.ended ? parts.slice(0, -1) : parts, ended: search.ended, slices };
};

/** The parts as one regular expression finds them in the whole body. */
const naiveParts = (boundary: string, body: Buffer): readonly string[] => {
  const pieces = `\r\n${body.toString('latin1')}`.split(new RegExp(`\r\n--${boundary}(\r\n|--)`));
  const last = pieces.findIndex((piece, at) => at % 2 === 1 && piece === '--');
  return pieces.slice(2, last === -1 ? pieces.length : last).filter((_, at) => at % 2 === 0);
};

/** What a content may resemble, under each boundary. */
const unitsOf = (boundary: string): readonly string[] => [
  'x',
  '\r',
  '\n',
  '\r\n',
  '\r\n-',
  '\r\n--',
  '-',
  'x\r',
  '\0',
  `\r\n--${boundary.slice(0, -1)}`,
  `\r\n--${boundary}x`,
  `\r\n--${boundary}\r`,
  `\r\n--${boundary}\rx`,
  `\r\n--${boundary}-`,
  `\r\n--${boundary}-\r`,
  `--${boundary}--`,
];
const boundaries = ['B', '-'.repeat(70), '----WebKitFormBoundaryB', 'abcabcabd'];

describe('BoundarySearch', () => {
  test.each(boundaries)(
    'S-1: under %s it hands on two slices of a chunk at most, whatever the chunk resembles',
    (boundary) => {
      for (const unit of unitsOf(boundary)) {
        const content = unit.repeat(Math.ceil(4000 / unit.length));
        for (const size of [1, 2, 7, 100, 65_536]) {
          const chunks = chunksOf(bodyOf(boundary, [content, content]), () => size);
          const { parts, ended, slices } = find(boundary, chunks);
          expect([parts, ended]).toEqual([[content, content], true]);
          expect(slices).toBeLessThanOrEqual(2 * chunks.length + 2);
        }
      }
    },
  );

  test('finds the same parts wherever the chunks are cut', () => {
    const random = new Random(11);
    for (let run = 0; run < 2000; run++) {
      const boundary = random.pick(boundaries);
      const units = unitsOf(boundary);
      const contents = random.list(1 + random.below(4), () =>
        random.list(random.below(6), () => random.pick(units)).join(''),
      );
      const body = bodyOf(boundary, contents);
      const most = random.pick([1, 3, 20, 500]);
      const { parts } = find(
        boundary,
        chunksOf(body, () => 1 + random.below(most)),
      );
      expect(parts).toEqual(naiveParts(boundary, body));
    }
  });

  test('drops what stands before the first boundary line, and refuses a line that only begins with the boundary', () => {
    const parts = (text: string) => find('B', [Buffer.from(text)]).parts;
    expect(parts('a preamble\r\n\r\n--B\r\nx\r\n--B--')).toEqual(['x']);
    expect(parts('\r\n--B\r\nx\r\n--B--')).toEqual(['x']);
    expect(parts('--B--')).toEqual([]);
    for (const text of ['--Bx', '--B-x', '--B\rx', 'a\r\n--Bx'])
      expect(() => parts(text)).toThrow('it is not multipart');
  });

  test('has not ended before the closing boundary', () => {
    const body = bodyOf('B', ['x']).subarray(0, -'\r\nepilogue'.length);
    for (let length = 0; length < body.length; length++)
      expect(find('B', [body.subarray(0, length)]).ended).toBe(false);
    expect(find('B', [body]).ended).toBe(true);
  });
});

/** What a joiner hands on of slices of these sizes. */
const join = (sizes: readonly number[]): { readonly whole: boolean; readonly blocks: readonly number[] } => {
  const joiner = new SliceJoiner();
  const blocks: Buffer[] = [];
  const write = (bytes: Buffer): void => void blocks.push(bytes);
  const slices = sizes.map((size, at) => Buffer.alloc(size, at % 256));
  for (const slice of slices) joiner.take(slice, write);
  joiner.flush(write);
  return { whole: Buffer.concat(blocks).equals(Buffer.concat(slices)), blocks: blocks.map(({ length }) => length) };
};

test('S-1: a hundred thousand slices of one byte become seven blocks', () => {
  const { whole, blocks } = join(Array<number>(100_000).fill(1));
  expect(whole).toBe(true);
  expect(blocks).toHaveLength(7);
});

test('keeps the order of small and large slices, and copies no large one', () => {
  expect(join([3, 60_000, 1, 1, 4096, 70_000])).toEqual({ whole: true, blocks: [3, 60_000, 2, 4096, 70_000] });
  expect(join([])).toEqual({ whole: true, blocks: [] });
  expect(join([0, 0])).toEqual({ whole: true, blocks: [] });
});

test('leaves what it handed on as it was', () => {
  const joiner = new SliceJoiner();
  const kept: Buffer[] = [];
  const write = (bytes: Buffer): void => void kept.push(bytes);
  for (const text of ['one', 'two', 'three']) {
    joiner.take(Buffer.from(text), write);
    joiner.flush(write);
  }
  expect(kept.map(String)).toEqual(['one', 'two', 'three']);
});
