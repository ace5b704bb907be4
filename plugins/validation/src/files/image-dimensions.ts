import type { UploadedFile } from '@taproot/core';
import { heifSize } from './heif-size.ts';
import { jpegSize } from './jpeg-size.ts';
import type { Dimensions } from './largest.ts';
import { largest } from './largest.ts';
import { readHead } from './read-head.ts';

type SizeReader = (head: Buffer) => Dimensions | null | Promise<Dimensions | null>;

// Headers lie in front; a camera's preview and colour profile may come before a JPEG's.
const headLength = 512 * 1024;

const none: Dimensions = { width: 0, height: 0 };

const byLibrary =
  (type: 'png' | 'gif' | 'bmp' | 'webp' | 'tiff' | 'ico'): SizeReader =>
  async (head) => {
    const { typeHandlers } = await import('image-size/types/index');
    // Copies the bytes: for a truncated header the library would read memory after its end.
    const size = typeHandlers.get(type)?.calculate(new Uint8Array(head));
    return size === undefined ? null : largest(size.images ?? [size]);
  };

// These formats are read without the library: it takes up to seconds for hostile JPEG and HEIF files. It also does not
// choose the type, because it takes an unknown WebP for an SVG.
const readers: ReadonlyMap<string, SizeReader> = new Map([
  ['image/jpeg', jpegSize],
  ['image/avif', heifSize],
  ['image/heic', heifSize],
  ['image/heif', heifSize],
  ['image/png', byLibrary('png')],
  ['image/gif', byLibrary('gif')],
  ['image/bmp', byLibrary('bmp')],
  ['image/webp', byLibrary('webp')],
  ['image/tiff', byLibrary('tiff')],
  ['image/x-icon', byLibrary('ico')],
]);

/** The size that an image's header claims; nothing is decoded. Null when the file is not an image or has no size. */
export const imageDimensions = async (file: UploadedFile): Promise<Dimensions | null> => {
  const reader = readers.get(await file.mimeType());
  if (reader === undefined) return null;
  try {
    const { width, height } = (await reader(await readHead(file, headLength))) ?? none;
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
};
