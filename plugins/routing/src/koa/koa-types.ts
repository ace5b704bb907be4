import { mimeTypes } from '../late-packages.ts';

/** A media type or file extension as `Content-Type`, with charset; null for what is neither. */
export const fullType = (type: string): string | null => mimeTypes().contentType(type) || null;

const shorthands: ReadonlyMap<string, string> = new Map([
  ['multipart', 'multipart/*'],
  ['urlencoded', 'application/x-www-form-urlencoded'],
]);

// `+json` is any type with that suffix; `json` a file extension.
const pattern = (type: string): string => {
  if (type.startsWith('+')) return `*/*${type}`;
  if (type.includes('/')) return type.toLowerCase();
  return shorthands.get(type) ?? (mimeTypes().lookup(type) || type);
};

const fits = (actual: string, expected: string): boolean => {
  const [type = '', subtype = ''] = actual.split('/');
  const [wantedType, wantedSubtype = ''] = expected.split('/');
  if (wantedType !== '*' && wantedType !== type) return false;
  if (wantedSubtype.startsWith('*+')) return subtype.endsWith(wantedSubtype.slice(1));
  return wantedSubtype === '*' || wantedSubtype === subtype;
};

/**
 * The first of `types` (`json`, `text/*`, `+json`) that a media type fits, or false: the type itself for a pattern,
 * else the name it was asked by. Without `types`, the type itself.
 */
export const matchesType = (actual: string, types: readonly string[]): string | false => {
  const type = actual.toLowerCase();
  if (type === '') return false;
  if (types.length === 0) return type;
  const found = types.find((wanted) => fits(type, pattern(wanted)));
  if (found === undefined) return false;
  return found.includes('*') || found.startsWith('+') ? type : found;
};
