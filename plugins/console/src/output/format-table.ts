import { displayWidth, padDisplay } from './display-width.ts';
import { printable } from './printable.ts';

/** Colours one cell, for example `style.green`; the text comes without padding. */
export type CellStyle = (text: string) => string;

/**
 * Rows as lines of aligned columns, two spaces apart. Cells are data: control characters are taken out of them.
 * `styles` colours the columns, by position; columns without one stay plain.
 */
export const formatTable = (
  rows: readonly (readonly string[])[],
  styles: readonly (CellStyle | undefined)[] = [],
): string[] => {
  const cells = rows.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
  }
  const format = (cell: string, column: number, row: readonly string[]): string => {
    const padding = column === row.length - 1 ? '' : padDisplay(cell, widths[column] ?? 0).slice(cell.length);
    return (styles[column]?.(cell) ?? cell) + padding;
  };
  return cells.map((row) => row.map(format).join('  ').trimEnd());
};
