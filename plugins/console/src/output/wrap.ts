import { displayWidth } from './display-width.ts';

/** `a, b, c` in lines of at most `width` columns; a longer item has a line of its own. */
export const wrapList = (items: readonly string[], width: number): string[] => {
  const pieces = items.map((item, index) => (index < items.length - 1 ? `${item},` : item));
  return wrapWords(pieces, width);
};

/** Words in lines of at most `width` columns; a longer word has a line of its own. */
export const wrapWords = (words: readonly string[], width: number): string[] => {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};
