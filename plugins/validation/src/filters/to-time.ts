type Groups = Readonly<Record<string, string | undefined>>;

const clock = String.raw`(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const zone = String.raw`(?<zone>Z|UTC|GMT|[+-](?:[01]\d|2[0-3]):?[0-5]\d)`;
const weekday = '(?:[A-Z][a-z]{2,8},? +)?';
const month = '(?<name>[A-Z][a-z]{2})';

/** ISO 8601 and RFC 3339; the dates of mail, HTTP and its older forms; those of C and Unix. */
const forms: readonly RegExp[] = [
  new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[Tt ]${clock} ?${zone}?)?$`),
  new RegExp(String.raw`^${weekday}(?<day>\d{1,2})[ -]${month}[ -](?<year>\d{4}|\d\d)(?: ${clock}(?: ${zone})?)?$`),
  new RegExp(String.raw`^${weekday}${month} +(?<day>\d{1,2}) ${clock}(?: ${zone})? (?<year>\d{4})$`),
];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Converts a Unix time in seconds, or a date in a string, to a Date, in UTC if it names no zone. All other values are
 * returned unchanged.
 */
export const toTime = (value: unknown): unknown => {
  if (typeof value === 'number') return validOr(value, value * 1000);
  if (typeof value !== 'string') return value;
  for (const form of forms) {
    const groups = form.exec(value)?.groups;
    if (groups !== undefined) return validOr(value, readTime(groups));
  }
  return value;
};

const validOr = (value: unknown, milliseconds: number): unknown => {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? value : date;
};

/** Milliseconds since 1970; NaN for a day or hour that does not exist. */
const readTime = (groups: Groups): number => {
  const { day, hour = '0', minute = '0', second = '0', fraction = '0' } = groups;
  const parts = [yearOf(groups), monthOf(groups), Number(day), Number(hour), Number(minute), Number(second)] as const;
  const time = Date.UTC(...parts);
  const date = new Date(time);
  const real = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  if (real.some((part, i) => part !== parts[i])) return Number.NaN;
  return time + Number(fraction.slice(0, 3).padEnd(3, '0')) - offsetOf(groups);
};

/** Two digits mean 1969 to 2068. */
const yearOf = ({ year = '' }: Groups): number => {
  const number = Number(year);
  return year.length > 2 ? number : number + (number < 69 ? 2000 : 1900);
};

const monthOf = ({ month: number, name = '' }: Groups): number =>
  number === undefined ? months.indexOf(name) : Number(number) - 1;

const offsetOf = ({ zone: text = '' }: Groups): number => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -offset : offset;
};
