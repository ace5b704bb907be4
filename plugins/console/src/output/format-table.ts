import { displayWidth } from './display-width.ts';
import { printable } from './printable.ts';

/** Colours one cell, for example `style.green`. It gets the text without padding. */
export type CellStyle = (text: string) => string;

/**
 * Rows as lines of aligned columns, two spaces apart. Cells are data, so control characters are removed. `styles` colours the columns, by
 * position; a column without a style stays plain.
 */
export const formatTable = (
  rows: readonly (readonly string[])[],
  styles: readonly (CellStyle | undefined)[] = [],
): string[] => {
  const cells = rows.map((row) => row.map(printable));
  const cellWidths = cells.map((row) => row.map(displayWidth));
  const widths: number[] = [];
  for (const row of cellWidths) row.forEach((width, column) => (widths[column] = Math.max(widths[column] ?? 0, width)));
  return cells.map((row, index) => {
    const line = row.map((cell, column) => {
      const missing = (widths[column] ?? 0) - (cellWidths[index]?.[column] ?? 0);
      return (styles[column]?.(cell) ?? cell) + (column === row.length - 1 ? '' : ' '.repeat(missing));
    });
    return line.join('  ').trimEnd();
  });
};
