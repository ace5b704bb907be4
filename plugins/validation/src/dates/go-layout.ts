import { type DateLayout, dateLayout, type LayoutPiece } from './date-layout.ts';
import { type DateToken, fraction, tokens } from './date-token.ts';

const figures: Readonly<Record<string, DateToken>> = {
  2006: tokens.year,
  '06': tokens.shortYear,
  '01': tokens.month,
  1: tokens.plainMonth,
  January: tokens.monthName,
  Jan: tokens.shortMonthName,
  '02': tokens.day,
  2: tokens.plainDay,
  _2: tokens.paddedDay,
  Monday: tokens.weekdayName,
  Mon: tokens.shortWeekdayName,
  15: tokens.hour,
  '03': tokens.hour12,
  3: tokens.plainHour12,
  '04': tokens.minute,
  4: tokens.plainMinute,
  '05': tokens.second,
  5: tokens.plainSecond,
  PM: tokens.upperHalf,
  pm: tokens.lowerHalf,
  'Z07:00': tokens.offsetOrZ,
  Z0700: tokens.shortOffsetOrZ,
  '-07:00': tokens.offset,
  '-0700': tokens.shortOffset,
  '-07': tokens.hourOffset,
  MST: tokens.zone,
};

const figure =
  /(Z07:00|Z0700|-07:00|-0700|-07|January|Jan|Monday|Mon|MST|2006|_2|0[1-6]|15|[1-5]|PM|pm|\.0+(?!\d)|\.9+(?!\d))/;

const pieceOf = (text: string): LayoutPiece => {
  if (text.startsWith('.9')) return { optional: fraction('{1,9}') };
  return figures[text] ?? text;
};

const piecesOf = (text: string): LayoutPiece[] =>
  /^\.0+$/.test(text) ? ['.', fraction(`{${text.length - 1}}`)] : [pieceOf(text)];

/** Whether a layout is written by Go's reference date, Monday 2 January 2006 15:04:05. */
export const isGoLayout = (text: string): boolean => /2006|0[1-6]|15|Jan|Mon/.test(text);

/** Reads a layout of Go's reference figures (`2006-01-02 15:04:05`). */
export const goLayout = (text: string): DateLayout => dateLayout(text.split(figure).flatMap(piecesOf));
