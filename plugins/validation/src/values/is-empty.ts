import { isMap } from './records.ts';

/**
 * Whether a value has no content: absent, null, an empty or blank string, a list or map without entries. `0`, `false` and files are
 * content.
 */
export const isEmpty = (value: unknown): boolean => {
  if (typeof value === 'string') return isBlank(value);
  if (typeof value !== 'object') return value === undefined;
  if (value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isMap(value)) return false;
  for (const _key in value) return false;
  return true;
};

/** Whether a text has only white space. */
export const isBlank = (text: string): boolean => {
  // Fast path: nearly every text begins with a printable ASCII character.
  const first = text.charCodeAt(0);
  if (first > 32 && first < 127) return false;
  return text.trim() === '';
};
