import type { UploadedFile } from '@taproot/core';
import { heifSize } from './heif-size.ts';
import { jpegSize } from './jpeg-size.ts';
import type { Dimensions } from './largest.ts';
import { largest } from './largest.ts';
import { readHead } from './read-head.ts';

type SizeReader = (head: Buffer) => Dimensions | null | Promise<Dimensions | null>;

// How many bytes to read. The size is near the beginning, but in a JPEG a camera's preview and colour profile may come before it.
const headLength = 512 * 1024;

const none: Dimensions = { width: 0, height: 0 };

const byLibrary =
  (type: 'png' | 'gif' | 'bmp' | 'webp' | 'tiff' | 'ico'): SizeReader =>
  async (head) => {
    const { typeHandlers } = await import('image-size/types/index');
    // Copies the bytes, because for a truncated header the library would read beyond their end.
    const size = typeHandlers.get(type)?.calculate(new Uint8Array(head));
    return size === undefined ? null : largest(size.images ?? [size]);
  };

// Formats that this code reads itself, because the library takes seconds for hostile JPEG and HEIF files. The library also does not detect
// the type, because it confuses an unknown WebP with an SVG.
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

/** The size in an image's header. Does not decode the image. Null when the file is not an image or has no size. */
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
