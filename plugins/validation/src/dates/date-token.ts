import type { DatePart } from './date-parts.ts';

/** One part of a date in a string: its format and its meaning. */
export interface DateToken {
  readonly part: DatePart;
  /** Source of a regular expression without groups. */
  readonly pattern: string;
  read(text: string): number;
}

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const short = (names: readonly string[]): string[] => names.map((name) => name.slice(0, 3));

// RFC 5322 4.3 gives the American names these offsets; other letters mean different zones in different places.
const zones: ReadonlyMap<string, number> = new Map([
  ['UTC', 0],
  ['GMT', 0],
  ['UT', 0],
  ['Z', 0],
  ['EST', -300],
  ['EDT', -240],
  ['CST', -360],
  ['CDT', -300],
  ['MST', -420],
  ['MDT', -360],
  ['PST', -480],
  ['PDT', -420],
]);

const number = (part: DatePart, pattern: string): DateToken => ({ part, pattern, read: Number });

const name = (part: DatePart, names: readonly string[], first: number): DateToken => ({
  part,
  pattern: names.join('|'),
  read: (text) => names.indexOf(text) + first,
});

const half = (am: string, pm: string): DateToken => ({
  part: 'afternoon',
  pattern: `${am}|${pm}`,
  read: (text) => Number(text === pm),
});

const readOffset = (text: string): number => {
  if (text === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', ''));
  return text.startsWith('-') ? -minutes : minutes;
};

const offset = (pattern: string): DateToken => ({ part: 'offset', pattern, read: readOffset });

const hours = '(?:[01]\\d|2[0-3])';
const sixty = '[0-5]\\d';

/**
 * Every part of a date layout; a short part has no leading zero. Whether the day exists is checked for the whole date, so that `2024-13-05`
 * still matches its layout.
 */
export const tokens = {
  year: number('year', '\\d{4}'),
  // As in POSIX and Go, 69 to 99 belong to the last century.
  shortYear: {
    part: 'year',
    pattern: '\\d\\d',
    read: (text) => Number(text) + (Number(text) < 69 ? 2000 : 1900),
  } satisfies DateToken,
  month: number('month', '\\d\\d'),
  plainMonth: number('month', '[1-9]\\d?'),
  monthName: name('month', months, 1),
  shortMonthName: name('month', short(months), 1),
  day: number('day', '\\d\\d'),
  plainDay: number('day', '[1-9]\\d?'),
  paddedDay: number('day', ' [1-9]|[1-9]\\d'),
  weekdayName: name('weekday', weekdays, 0),
  shortWeekdayName: name('weekday', short(weekdays), 0),
  hour: number('hour', hours),
  plainHour: number('hour', '1\\d|2[0-3]|\\d'),
  hour12: number('hour12', '0[1-9]|1[0-2]'),
  plainHour12: number('hour12', '1[0-2]|[1-9]'),
  minute: number('minute', sixty),
  plainMinute: number('minute', '[1-5]\\d|\\d'),
  second: number('second', sixty),
  plainSecond: number('second', '[1-5]\\d|\\d'),
  lowerHalf: half('am', 'pm'),
  upperHalf: half('AM', 'PM'),
  offset: offset(`[+-]${hours}:${sixty}`),
  shortOffset: offset(`[+-]${hours}${sixty}`),
  hourOffset: offset(`[+-]${hours}`),
  offsetOrZ: offset(`Z|[+-]${hours}:${sixty}`),
  shortOffsetOrZ: offset(`Z|[+-]${hours}${sixty}`),
  zone: {
    part: 'offset',
    pattern: [...zones.keys()].join('|'),
    read: (text) => zones.get(text) ?? 0,
  } satisfies DateToken,
  timestamp: {
    part: 'instant',
    pattern: '-?(?:0|[1-9]\\d{0,11})',
    read: (text) => Number(text) * 1000,
  } satisfies DateToken,
};

/** A fraction of a second with this many digits, without the dot. */
export const fraction = (figures: string): DateToken => ({
  part: 'millisecond',
  pattern: `\\d${figures}`,
  read: (text) => Number(`0.${text}`) * 1000,
});
