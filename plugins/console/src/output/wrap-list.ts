import { displayWidth } from './display-width.ts';

/** `a, b, c` in lines of at most `width` columns; a longer item has a line of its own. */
export const wrapList = (items: readonly string[], width: number): string[] => {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const piece = index < items.length - 1 ? `${item},` : item;
    const longer = `${lines.at(-1) ?? ''} ${piece}`;
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
};
