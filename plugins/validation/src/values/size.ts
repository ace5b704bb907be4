import { isFile, isRecord } from './records.ts';
import { toNumber, toText } from './scalars.ts';

/** How size rules measure a value; also the suffix of their messages: `min.string`. */
export type Kind = 'numeric' | 'array' | 'file' | 'string';

/** The kind a field's own rules give it (`integer`, `list` ...); null when they leave it to the value. */
export type DeclaredKind = 'numeric' | 'array' | null;

/** How a value is measured: as its field declares, else by what it is. */
export const kindOf = (value: unknown, declared: DeclaredKind): Kind => {
  if (declared !== null) return declared;
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number' || typeof value === 'bigint') return 'numeric';
  if (isFile(value) || (Array.isArray(value) && value.length > 0 && value.every(isFile))) return 'file';
  return Array.isArray(value) || isRecord(value) ? 'array' : 'string';
};

/** Size of a value: the number, the entries, the KiB (summed over a list of files) or the code points; null when it has none. */
export const sizeOf = (value: unknown, kind: Kind): number | null => {
  if (kind === 'numeric') return toNumber(value);
  if (kind === 'string') return countCodePoints(value);
  if (kind === 'file') return kilobytes(value);
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : null;
};

// Told at once for texts in Latin-1, and far faster than by a loop for others.
const surrogate = /[\ud800-\udfff]/;

const countCodePoints = (value: unknown): number | null => {
  const text = toText(value);
  if (text === null) return null;
  if (!surrogate.test(text)) return text.length;
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    // A low surrogate after a high one belongs to the same code point.
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count--;
  }
  return count;
};

const kilobytes = (value: unknown): number | null => {
  if (isFile(value)) return value.size / 1024;
  if (!Array.isArray(value)) return null;
  let bytes = 0;
  for (const file of value) {
    if (!isFile(file)) return null;
    bytes += file.size;
  }
  return bytes / 1024;
};
