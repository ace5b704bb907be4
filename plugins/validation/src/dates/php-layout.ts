import { type DateLayout, dateLayout, type LayoutPiece } from './date-layout.ts';
import { type DateToken, fraction, tokens } from './date-token.ts';

const letters: Readonly<Record<string, DateToken>> = {
  Y: tokens.year,
  y: tokens.shortYear,
  m: tokens.month,
  n: tokens.plainMonth,
  F: tokens.monthName,
  M: tokens.shortMonthName,
  d: tokens.day,
  j: tokens.plainDay,
  l: tokens.weekdayName,
  D: tokens.shortWeekdayName,
  H: tokens.hour,
  G: tokens.plainHour,
  h: tokens.hour12,
  g: tokens.plainHour12,
  i: tokens.minute,
  s: tokens.second,
  v: fraction('{3}'),
  u: fraction('{6}'),
  a: tokens.lowerHalf,
  A: tokens.upperHalf,
  P: tokens.offset,
  p: tokens.offsetOrZ,
  O: tokens.shortOffset,
  T: tokens.zone,
  U: tokens.timestamp,
};

/** Reads a layout of PHP's letters (`Y-m-d H:i:s`); `\T` is the letter itself. Calls `refuse` for letters that cannot be parsed. */
export const phpLayout = (text: string, refuse: (reason: string) => never): DateLayout => {
  const pieces = (text.match(/\\?[\s\S]/gu) ?? []).map((letter): LayoutPiece => {
    if (letter.length > 1 && letter.startsWith('\\')) return letter.slice(1);
    if (!/[A-Za-z]/.test(letter)) return letter;
    const token = letters[letter];
    return token ?? refuse(`the letter "${letter}" of the format "${text}" is no part of a date that can be read`);
  });
  return dateLayout(pieces);
};
