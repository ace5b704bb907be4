import { types } from 'node:util';
import type { DateLayout } from './date-layout.ts';
import { goLayout, isGoLayout } from './go-layout.ts';
import { phpLayout } from './php-layout.ts';

// ISO 8601 and RFC 3339: a day, and a moment with or without seconds and zone; without a zone it is UTC.
const moments = ['T', ' '].flatMap((between) =>
  ['15:04', '15:04:05.999'].flatMap((time) =>
    ['', 'Z07:00', 'Z0700'].map((zone) => `2006-01-02${between}${time}${zone}`),
  ),
);

// ISO 8601, RFC 3339, and the dates of RFC 7231 and of mail (RFC 1123, RFC 822).
const standard: readonly DateLayout[] = [
  '2006-01-02',
  ...moments,
  'Mon, 02 Jan 2006 15:04:05 MST',
  'Mon, 02 Jan 2006 15:04:05 -0700',
  '02 Jan 06 15:04 MST',
  '02 Jan 06 15:04 -0700',
].map(goLayout);

/** Reads a layout of `date_format`: Go's reference figures if it contains any, else PHP's letters. */
export const readLayout = (text: string, refuse: (reason: string) => never): DateLayout => {
  if (!isGoLayout(text)) return phpLayout(text, refuse);
  if (/[YH]/.test(text)) refuse(`the format "${text}" mixes PHP's letters with Go's reference figures`);
  return goLayout(text);
};

/** Milliseconds since 1970 of a date or of a text in one of the layouts; null for anything else. */
export const readDate = (value: unknown, layouts: readonly DateLayout[] = standard): number | null => {
  if (typeof value === 'string') return readText(value, layouts);
  const time = types.isDate(value) ? value.getTime() : Number.NaN;
  return Number.isNaN(time) ? null : time;
};

const readText = (text: string, layouts: readonly DateLayout[]): number | null => {
  for (const layout of layouts) {
    const instant = layout.read(text);
    if (instant !== null) return instant;
  }
  return null;
};
