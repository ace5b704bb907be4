import { displayWidth, padDisplay } from './display-width.ts';
import { printable } from './printable.ts';
import type { Style } from './terminal.ts';
import { wrapList } from './wrap.ts';

/** A label and its value: a text, or a list that is wrapped at the end of the line. */
export type Detail = readonly [label: string, value: string | readonly string[]];

/** Width of the longest label, so that several blocks of details can share one column. */
export const labelWidth = (details: readonly Detail[]): number =>
  details.reduce((width, [label]) => Math.max(width, displayWidth(printable(label))), 0);

/** Details as lines: dimmed labels in one column, values in the next. Wrapped lists go on below their first line. */
export const formatDetails = (
  details: readonly Detail[],
  { width, style, labels = labelWidth(details) }: { width: number; style: Style; labels?: number },
): string[] =>
  details.flatMap(([label, value]) => {
    const items = (typeof value === 'string' ? [value] : value).map(printable);
    const [first = '', ...rest] = wrapList(items, width - labels - 4);
    const name = style.dim(padDisplay(printable(label), labels));
    return [`  ${name}  ${first}`, ...rest.map((line) => ' '.repeat(labels + 4) + line)];
  });
