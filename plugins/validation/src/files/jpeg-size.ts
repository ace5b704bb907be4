import type { Dimensions } from './largest.ts';

// The most segments to read. A camera's JPEG has about twenty before its frame; a colour profile adds a few.
const mostSegments = 1000;
const escaped = 0x00;
const scan = 0xda;
const end = 0xd9;

/** Markers without a length (ITU T.81 B.1.1.3): TEM, the restarts and the beginning of an image. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** The markers C0 to CF begin a frame, except for C4, C8 and CC (tables, an extension, conditioning). */
const beginsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** The size in the frame header of a JPEG; null when there is no such header before the first scan. */
export const jpegSize = (head: Buffer): Dimensions | null => {
  let at = 2;
  for (let seen = 0; seen < mostSegments; seen++) {
    at = head.indexOf(0xff, at);
    if (at === -1) return null;
    // Any number of fill bytes may come before a marker.
    while (head[at] === 0xff) at++;
    const marker = head[at++];
    if (marker === undefined || marker === scan || marker === end) return null;
    if (marker === escaped || standsAlone(marker)) continue;
    if (at + 7 > head.length) return null;
    if (beginsFrame(marker)) return { width: head.readUInt16BE(at + 5), height: head.readUInt16BE(at + 3) };
    at += head.readUInt16BE(at);
  }
  return null;
};
