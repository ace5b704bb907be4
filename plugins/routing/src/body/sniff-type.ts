import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { SniffedType } from './sniff-container.ts';
import { sniffContainer } from './sniff-container.ts';

/** The first bytes of a file, at most `length`. */
export const readHead = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** The number of bytes that `sniffType()` needs. */
export const sniffLength = 4100;

/** The result for unknown content. */
const unknownType: SniffedType = { mime: 'application/octet-stream', extension: '' };

// Signatures at the beginning of a file, in hexadecimal; `..` is any byte.
const signatures: readonly (readonly [signature: string, mime: string, extension: string])[] = [
  ['89504e470d0a1a0a', 'image/png', 'png'],
  ['ffd8ff', 'image/jpeg', 'jpg'],
  ['474946383761', 'image/gif', 'gif'],
  ['474946383961', 'image/gif', 'gif'],
  ['52494646........57454250', 'image/webp', 'webp'],
  ['52494646........57415645', 'audio/wav', 'wav'],
  ['52494646........41564920', 'video/x-msvideo', 'avi'],
  ['49492a00', 'image/tiff', 'tif'],
  ['4d4d002a', 'image/tiff', 'tif'],
  ['424d........00000000', 'image/bmp', 'bmp'],
  ['00000100..00', 'image/x-icon', 'ico'],
  ['255044462d', 'application/pdf', 'pdf'],
  ['1f8b08', 'application/gzip', 'gz'],
  ['377abcaf271c', 'application/x-7z-compressed', '7z'],
  ['526172211a07', 'application/vnd.rar', 'rar'],
  ['425a68', 'application/x-bzip2', 'bz2'],
  ['4f67675300', 'audio/ogg', 'ogg'],
  ['664c6143', 'audio/flac', 'flac'],
  ['494433', 'audio/mpeg', 'mp3'],
  ['fffb', 'audio/mpeg', 'mp3'],
  ['fff3', 'audio/mpeg', 'mp3'],
  ['fff2', 'audio/mpeg', 'mp3'],
];

const patterns = signatures.map(([signature, mime, extension]) => ({
  bytes: (signature.match(/../g) ?? []).map((pair) => (pair === '..' ? null : Number.parseInt(pair, 16))),
  type: { mime, extension },
}));

const text: SniffedType = { mime: 'text/plain', extension: 'txt' };

// WHATWG MIME Sniffing 3: these bytes occur in binary data only.
const isBinary = (byte: number): boolean =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);

// The head may end within a character, which takes at most four bytes.
const isText = (head: Buffer): boolean =>
  !head.some(isBinary) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(1, head.length - cut))));

/**
 * The type of a file by its first `sniffLength` bytes. Markup, JSON and SVG count as text, so that no type with scripts counts as an image.
 * `unknownType` when nothing fits, and for an empty file.
 */
export const sniffType = (head: Buffer): SniffedType => {
  if (head.length === 0) return unknownType;
  const known = patterns.find(({ bytes }) => bytes.every((byte, at) => byte === null || byte === head[at]));
  return known?.type ?? sniffContainer(head) ?? (isText(head) ? text : unknownType);
};
