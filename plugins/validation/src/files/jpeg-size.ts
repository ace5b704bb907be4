import type { Dimensions } from './largest.ts';

// A camera's JPEG has some twenty in front of its frame, a colour profile of several pieces a few more.
const mostSegments = 1000;
const escaped = 0x00;
const scan = 0xda;
const end = 0xd9;

/** ITU T.81 B.1.1.3: TEM, the restarts and the beginning of an image stand alone, without a length. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Of the markers C0 to CF four begin no frame: tables, an extension and conditioning. */
const beginsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** The size in the frame header of a JPEG; null when none comes before its first scan. */
export const jpegSize = (head: Buffer): Dimensions | null => {
  let at = 2;
  for (let seen = 0; seen < mostSegments; seen++) {
    at = head.indexOf(0xff, at);
    if (at === -1) return null;
    // Any number of them may stand before a marker.
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
