import { wrapWords } from './wrap-words.ts';

/** `a, b, c` in lines of at most `width` columns; a longer item has a line of its own. */
export const wrapList = (items: readonly string[], width: number): string[] => {
  const pieces = items.map((item, index) => (index < items.length - 1 ? `${item},` : item));
  return wrapWords(pieces, width);
};
