import type { UploadedFile } from '@taproot/core';
import { readHead } from './read-head.ts';

/** Pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

// Headers lie in front; a camera's preview and colour profile may come before a JPEG's.
const headLength = 512 * 1024;

/** The size an image's header claims, nothing is decoded; null when the file is no image or says no size. */
export const imageDimensions = async (file: UploadedFile): Promise<Dimensions | null> => {
  // Among them no SVG, whose size is a matter of markup.
  if (!(await file.mimeType()).startsWith('image/')) return null;
  const [head, { imageSize }] = await Promise.all([readHead(file, headLength), import('image-size')]);
  try {
    // In memory of its own: beyond the end of a header cut short the library reads what lies behind it.
    const { width, height } = imageSize(new Uint8Array(head));
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
};
