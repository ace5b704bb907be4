import { isFile, isRecord } from './records.ts';
import { toNumber, toText } from './scalars.ts';

/** How size rules measure a value; also the suffix of their messages: `min.string`. */
export type Kind = 'numeric' | 'array' | 'file' | 'string';

/** The kind of a field by its own rules (`integer`, `list` ...); null when the value decides. */
export type DeclaredKind = 'numeric' | 'array' | null;

/** How to measure a value: by the kind of its field, else by its own type. */
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

// This check is immediate for Latin-1 texts, and for others much faster than a loop.
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
