import type { Dimensions } from './largest.ts';
import { largest } from './largest.ts';

/** The content of a box within a file. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

// The most boxes to read. A photograph in tiles needs about ten for each tile. The limit keeps hostile files with many boxes fast.
const mostBoxes = 1000;

/** The end of the box at `at` (ISO/IEC 14496-12 4.2). The length 1 means that a 64-bit length follows; 0 means the rest of the file. */
const endOf = (head: Buffer, at: number, end: number): number => {
  const size = head.readUInt32BE(at);
  if (size === 0) return end;
  if (size !== 1) return at + size;
  return at + 16 <= end ? at + Number(head.readBigUInt64BE(at + 8)) : at;
};

const boxesIn = (head: Buffer, start: number, end: number): Box[] => {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end && boxes.length < mostBoxes; ) {
    const next = endOf(head, at, end);
    if (next < at + 8) break;
    boxes.push({ type: head.toString('latin1', at + 4, at + 8), start: at + 8, end: Math.min(next, end) });
    at = next;
  }
  return boxes;
};

/** The size of the largest image in an AVIF or HEIF file, from its properties. Tiles and thumbnails are images, too. */
export const heifSize = (head: Buffer): Dimensions | null => {
  const within = (box: Box | undefined, type: string, skip: number): Box | undefined =>
    box && boxesIn(head, box.start + skip, box.end).find((inner) => inner.type === type);
  const file: Box = { type: '', start: 0, end: head.length };
  // The content of "meta" and "ispe" begins with a version and flags.
  const properties = within(within(within(file, 'meta', 0), 'iprp', 4), 'ipco', 0);
  if (properties === undefined) return null;
  const sizes = boxesIn(head, properties.start, properties.end)
    .filter(({ type, start, end }) => type === 'ispe' && start + 12 <= end)
    .map(({ start }) => ({ width: head.readUInt32BE(start + 4), height: head.readUInt32BE(start + 8) }));
  return largest(sizes);
};
