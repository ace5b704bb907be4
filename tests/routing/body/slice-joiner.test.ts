import { expect, test } from '@jest/globals';
import { SliceJoiner } from '../../../plugins/routing/src/body/slice-joiner.ts';

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
