import { displayWidth, padDisplay } from './display-width.ts';
import type { CellStyle } from './format-table.ts';
import { printable } from './printable.ts';
import { wrapWords } from './wrap.ts';

/** The narrowest column in which descriptions are wrapped. In a narrower one, each word would be on its own line. */
const narrowest = 20;

/** The column at which the descriptions of some terms begin. */
export const descriptionColumn = (terms: readonly (readonly [term: string, description: string])[]): number =>
  terms.reduce((width, [term]) => Math.max(width, displayWidth(printable(term))), 0) + 2;

/** Terms with their descriptions beside them. A description longer than `width` columns continues below its beginning. */
export const formatTerms = (
  terms: readonly (readonly [term: string, description: string])[],
  width: number,
  style: CellStyle,
): string[] => {
  const column = descriptionColumn(terms);
  return terms.map(([term, description]) => {
    const name = printable(term);
    const words = printable(description).trim().split(/\s+/);
    const text = wrapWords(words, Math.max(width - column, narrowest)).join(`\n${' '.repeat(column)}`);
    return `${style(name)}${padDisplay('', column - displayWidth(name))}${text}`.trimEnd();
  });
};
