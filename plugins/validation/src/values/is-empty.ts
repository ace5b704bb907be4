import { isMap } from './records.ts';

/** No content: absent, null, empty or only spaces, a list or map without entries. `0`, `false` and files are content. */
export const isEmpty = (value: unknown): boolean => {
  if (typeof value === 'string') return isBlank(value);
  if (typeof value !== 'object') return value === undefined;
  if (value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isMap(value)) return false;
  for (const _key in value) return false;
  return true;
};

/** Whether a text holds nothing but white space. */
export const isBlank = (text: string): boolean => {
  // A printable ASCII character in front answers for nearly every text.
  const first = text.charCodeAt(0);
  if (first > 32 && first < 127) return false;
  return text.trim() === '';
};
