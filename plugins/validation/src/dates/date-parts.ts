/** The parts of a date that occur in a string; other parts are absent. Offset in minutes, `instant` in milliseconds since 1970. */
export type DateParts = Partial<Record<DatePart, number>>;

export type DatePart =
  | 'year'
  | 'month'
  | 'day'
  | 'weekday'
  | 'hour'
  | 'hour12'
  | 'afternoon'
  | 'minute'
  | 'second'
  | 'millisecond'
  | 'offset'
  | 'instant';

// A leap year, so that 02-29 without a year exists.
const defaultYear = 1972;
const minute = 60_000;

/** The moment of these parts in milliseconds since 1970, in UTC unless they have an offset; null when the date does not exist. */
export const instantOf = (parts: DateParts): number | null => {
  if (parts.instant !== undefined) return parts.instant;
  const { year = defaultYear, month = 1, day = 1, second = 0, millisecond = 0, offset = 0 } = parts;
  const hour = hourOf(parts);
  if (hour === null) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // If the month does not have the day, the date is in another month.
  if (date.getUTCMonth() !== month - 1) return null;
  if (parts.weekday !== undefined && parts.weekday !== date.getUTCDay()) return null;
  date.setUTCHours(hour, parts.minute ?? 0, second, millisecond);
  return date.getTime() - offset * minute;
};

/** The hour from 0 to 23; null when two forms of the hour contradict each other. */
const hourOf = ({ hour, hour12, afternoon }: DateParts): number | null => {
  if (hour12 === undefined) {
    const disagrees = hour !== undefined && afternoon !== undefined && hour >= 12 !== (afternoon === 1);
    return disagrees ? null : (hour ?? 0);
  }
  const told = afternoon === undefined ? hour12 : (hour12 % 12) + 12 * afternoon;
  return hour === undefined || hour === told ? told : null;
};
