import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { SpooledFile } from '../../../plugins/routing/src/body/spooled-file.ts';
import { imageDimensions } from '../../../plugins/validation/src/files/image-dimensions.ts';
import type { Dimensions } from '../../../plugins/validation/src/files/largest.ts';
import { workOf } from '../../support/steps.ts';

const folder = await mkdtemp(join(tmpdir(), 'dimensions-'));
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
const upload = async (content: Buffer): Promise<SpooledFile> => {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return new SpooledFile({ field: 'f', name: 'a', type: 'image/png', path, size: content.length });
};

const sizeOf = async (content: Buffer): Promise<Dimensions | null> => imageDimensions(await upload(content));

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const uint32 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) buffer.writeUInt32BE(value, i * 4);
  return buffer;
};

/** A segment of a JPEG. */
const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
const frame = (width: number, height: number): Buffer => {
  const content = bytes('08 00000000 03 012200 021101 031101');
  content.writeUInt16BE(height, 1);
  content.writeUInt16BE(width, 3);
  return content;
};
const jpegOf = (...parts: Buffer[]): Buffer => Buffer.concat([bytes('ffd8'), ...parts, bytes('ffd9')]);
const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.alloc(65_000, 0xff)]));
const scan = segment(0xda, bytes('03 0100 0211 0311 003f00'));

/** A box of an ISO base media file. */
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};
const ispe = (width: number, height: number): Buffer => box('ispe', uint32(0, width, height));
const meta = (...properties: Buffer[]): Buffer =>
  box('meta', uint32(0), box('hdlr', Buffer.alloc(24)), box('iprp', box('ipco', ...properties), box('ipma')));
const heifOf = (brand: string, ...boxes: Buffer[]): Buffer =>
  Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1`)), ...boxes]);
const largeMdat = Buffer.concat([uint32(1), Buffer.from('mdat'), uint32(0, 4096), Buffer.alloc(4080)]);

describe('the size of an image', () => {
  test.each<[what: string, content: Buffer, size: Dimensions | null]>([
    [
      'a JPEG behind the EXIF data and the colour profile of a camera',
      jpegOf(exif, ...Array<Buffer>(6).fill(segment(0xe2, Buffer.alloc(65_000))), segment(0xc0, frame(6000, 4000))),
      { width: 6000, height: 4000 },
    ],
    [
      'a progressive JPEG',
      jpegOf(segment(0xdb, Buffer.alloc(65)), segment(0xc2, frame(20, 10))),
      { width: 20, height: 10 },
    ],
    [
      'a JPEG with tables, fill bytes and stray bytes before its frame',
      jpegOf(segment(0xc4, Buffer.alloc(9)), bytes('ffff ff01 00 ff00'), segment(0xc1, frame(7, 8))),
      { width: 7, height: 8 },
    ],
    [
      'a JPEG whose EXIF data holds a thumbnail',
      jpegOf(segment(0xe1, segment(0xc0, frame(1, 1))), segment(0xc0, frame(9, 9))),
      { width: 9, height: 9 },
    ],
    ['a JPEG whose scan comes before any frame', jpegOf(scan, segment(0xc0, frame(9, 9))), null],
    [
      'a JPEG that breaks off within its frame',
      jpegOf(segment(0xc0, frame(9, 9)).subarray(0, 7)).subarray(0, -2),
      null,
    ],
    ['an AVIF', heifOf('avif', meta(ispe(640, 480))), { width: 640, height: 480 }],
    [
      'a HEIC of tiles: the largest',
      heifOf('heic', meta(ispe(512, 512), box('hvcC'), ispe(4032, 3024), ispe(320, 240))),
      { width: 4032, height: 3024 },
    ],
    [
      'a HEIF whose data lies in front',
      heifOf('mif1', box('free', Buffer.alloc(99)), largeMdat, meta(ispe(3, 4))),
      { width: 3, height: 4 },
    ],
    [
      'a HEIF with an aperture',
      heifOf('mif1', meta(ispe(30, 40), box('clap', uint32(20, 1, 20, 1, 0, 1, 0, 1)))),
      { width: 30, height: 40 },
    ],
    ['an AVIF without properties', heifOf('avif', box('meta', uint32(0), box('hdlr'))), null],
    ['an AVIF whose size breaks off', heifOf('avif', meta(ispe(3, 4))).subarray(0, -10), null],
    ['an AVIF with boxes of no length', heifOf('avif', uint32(4), Buffer.from('meta'), uint32(0, 0)), null],
    [
      'a TIFF',
      bytes('49492a00 08000000 0200 0001 0300 01000000 05000000 0101 0300 01000000 06000000 00000000'),
      { width: 5, height: 6 },
    ],
    [
      'an icon of several sizes',
      bytes('0000 0100 0200 10100000 0100 2000 00000000 00000000 30200000 0100 2000 00000000 00000000'),
      { width: 48, height: 32 },
    ],
    [
      'a WebP',
      bytes('52494646 1e000000 57454250 56503858 0a000000 00000000 0f0000 070000 00000000'),
      { width: 16, height: 8 },
    ],
  ])('of %s', async (_what, content, size) => {
    expect(await sizeOf(content)).toEqual(size);
  });
});

const length = 512 * 1024;

/** `unit` over and over, up to the length of a head. */
const filled = (front: Buffer, unit: Buffer): Buffer =>
  Buffer.concat([front, Buffer.alloc(length - front.length, unit)]);

const nested = (unit: Buffer): Buffer => heifOf('avif', meta(Buffer.alloc(length - 200, unit)));
const ico = Buffer.alloc(length);
ico.set(bytes('0000 0100 ff7f 0000'));
const tiff = Buffer.alloc(length);
tiff.set(bytes('49492a0008000000'));
for (let at = 10; at + 12 < length; at += 12) {
  tiff.writeUInt16LE(1 + ((at * 7919) % 65_535), at);
  tiff.writeUInt16LE(3, at + 2);
  tiff.writeUInt32LE(1, at + 4);
}

describe('a hostile file does not hold the process up', () => {
  test.each<[what: string, content: Buffer]>([
    ['an AVIF of sizes', nested(ispe(1, 1))],
    ['an AVIF of empty properties', nested(box('free'))],
    ['an AVIF of boxes without content', filled(heifOf('avif'), box('free'))],
    ['an AVIF of zeros', filled(heifOf('avif'), Buffer.alloc(8))],
    ['a JPEG of zeros', filled(bytes('ffd8ffe0'), Buffer.alloc(8))],
    ['a JPEG of fill bytes', filled(bytes('ffd8'), bytes('ffff'))],
    ['a JPEG of escaped bytes', filled(bytes('ffd8ff'), bytes('ff00'))],
    ['a JPEG of empty segments', filled(bytes('ffd8'), bytes('ffe10002'))],
    [
      'a JPEG of EXIF data',
      filled(bytes('ffd8'), segment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\u0008\xff\xff', 'latin1'))),
    ],
    ['a TIFF of tags', tiff],
    ['an icon of sizes', ico],
    ['a WebP that holds an SVG', filled(Buffer.from(`RIFF....WEBP${'<svg '.repeat(180)}"<svg >`), Buffer.from('a'))],
  ])('%s', async (_what, content) => {
    const file = await upload(content);
    // The package is loaded, as in a process that serves.
    await imageDimensions(file);
    expect(await workOf(() => imageDimensions(file))).toBeLessThan(2.5 * length);
  });
});
