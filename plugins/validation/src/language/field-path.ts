import { errors } from '../errors.ts';
import { BoundedCache } from '../values/bounded-cache.ts';

/** Stands for every key of a list or map. */
export const wildcard = Symbol('*');

export type Segment = string | typeof wildcard;

/** Whether a segment is a plain name, and not a wildcard. */
export const isKey = (segment: Segment): segment is string => segment !== wildcard;

/** A path as written, and its segments: `items.*.price`. */
export interface FieldPath {
  readonly text: string;
  readonly segments: readonly Segment[];
  /** The segments of a path without wildcards; null for other paths. */
  readonly keys: readonly string[] | null;
  readonly wildcards: number;
}

const maxDepth = 64;
const known = new BoundedCache<string, FieldPath>(4096);

/** Cuts a path at its dots; `\.` and `\*` are a literal dot and star. Throws `E_FIELD_PATH` for an invalid path. */
export const parseFieldPath = (text: string): FieldPath => known.get(text) ?? known.set(text, cut(text));

/** Like `parseFieldPath()`, but returns null for an invalid path. For parameters that may be fields or plain values. */
export const tryFieldPath = (text: string): FieldPath | null => {
  const segments = cutSegments(text);
  return problemOf(segments) === null ? parseFieldPath(text) : null;
};

const cut = (text: string): FieldPath => {
  const segments = cutSegments(text);
  const reason = problemOf(segments);
  if (reason !== null) throw errors.E_FIELD_PATH({ path: text.slice(0, 200), reason });
  return Object.freeze({
    text,
    segments,
    keys: segments.every(isKey) ? segments : null,
    wildcards: segments.filter((segment) => segment === wildcard).length,
  });
};

const problemOf = (segments: readonly Segment[]): string | null => {
  if (segments.includes('')) return 'it has an empty key';
  if (segments.includes('__proto__')) return 'the key "__proto__" is never taken';
  return segments.length > maxDepth ? `it is deeper than ${maxDepth} keys` : null;
};

/** Cuts at dots without a backslash before them. */
const cutSegments = (text: string): readonly Segment[] => text.split(/(?<!\\)\./).map(readSegment);

const readSegment = (written: string): Segment => (written === '*' ? wildcard : written.replaceAll(/\\([.*])/g, '$1'));

/** The name of a field in errors, from its keys. Escapes dots and stars in a key. */
export const fieldName = (keys: readonly (string | number)[]): string => {
  let name = '';
  for (const key of keys) name += `.${keyName(key)}`;
  return name.slice(1);
};

const keyName = (key: string | number): string => String(key).replaceAll(/[.*]/g, String.raw`\$&`);
