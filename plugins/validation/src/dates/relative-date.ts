/** A moment that depends on the current time. Argument and result are milliseconds since 1970. */
export type RelativeDate = (now: number) => number;

type Step = (date: Date) => void;

const word = /^(?:now|today|tomorrow|yesterday)(?![a-z])/;
const step = /([+-])\s*(\d{1,5})\s*(second|sec|minute|min|hour|day|week|fortnight|month|year)s?(?![a-z])\s*/y;

const second = 1000;
const day = 86_400 * second;
const lengths: Readonly<Record<string, number>> = {
  sec: second,
  second,
  min: 60 * second,
  minute: 60 * second,
  hour: 3600 * second,
  day,
  week: 7 * day,
  fortnight: 14 * day,
};
const months: Readonly<Record<string, number>> = { month: 1, year: 12 };
const days: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 };

/**
 * Reads `today`, `+1 day` or `tomorrow +2 hours -5 min`; null for any other string. Days begin at midnight UTC. One month after 31 January
 * is the last day of February.
 */
export const relativeDate = (text: string): RelativeDate | null => {
  const parts = relativeParts(text);
  if (parts === null) return null;
  const steps = parts.steps.map(stepOf);
  return (now) => {
    const date = new Date(startOf(parts.start, now));
    for (const take of steps) take(date);
    return date.getTime();
  };
};

/** The parts of a relative date: `tomorrow` and `+2 hours`. */
export interface RelativeParts {
  /** `now`, `today`, `tomorrow`, `yesterday`, or nothing. */
  readonly start: string;
  readonly steps: readonly RelativeStep[];
}

interface RelativeStep {
  readonly count: number;
  /** The unit in the text, without the plural s. */
  readonly unit: string;
}

/** Splits a relative date into its parts; null if the string is not one. */
export const relativeParts = (text: string): RelativeParts | null => {
  const written = text.trim().toLowerCase();
  const start = word.exec(written)?.[0] ?? '';
  const steps = readSteps(written.slice(start.length).trimStart());
  return steps === null || (start === '' && steps.length === 0) ? null : { start, steps };
};

const startOf = (start: string, now: number): number => {
  const shift = days[start];
  return shift === undefined ? now : Math.floor(now / day) * day + shift * day;
};

const readSteps = (text: string): RelativeStep[] | null => {
  const steps: RelativeStep[] = [];
  let at = 0;
  while (at < text.length) {
    step.lastIndex = at;
    const match = step.exec(text);
    if (match === null) return null;
    const [, sign, count, unit = ''] = match;
    steps.push({ count: Number(count) * (sign === '-' ? -1 : 1), unit });
    at = step.lastIndex;
  }
  return steps;
};

const stepOf = ({ count, unit }: RelativeStep): Step => {
  const each = months[unit];
  if (each !== undefined) return (date) => addMonths(date, count * each);
  const length = count * (lengths[unit] ?? 0);
  return (date) => date.setTime(date.getTime() + length);
};

const addMonths = (date: Date, count: number): void => {
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, lastDay));
};
