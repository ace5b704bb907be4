import { errors } from '../errors/errors.ts';
import { describeValue } from '../errors/thrown.ts';

/** Seconds of each unit longer than a millisecond. */
const units = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** A time: seconds as a number, or a number with a unit, such as `'500ms'`, `'15m'`, `'2h'`, `'14d'`. */
export type Duration = number | `${number}${'ms' | keyof typeof units}`;

/** Values that merging does not look into. */
export type Whole = string | number | boolean | bigint | symbol | null | undefined | Date | RegExp;

type Below<File> = File extends Whole | readonly unknown[] | ((...args: never[]) => unknown)
  ? File
  : string extends keyof File
    ? File
    : // A type without times stays as it is: a class with private members would not survive being mapped.
      File extends { [Key in keyof File]: Settings<File[Key]> }
      ? File
      : { [Key in keyof File]: Settings<File[Key]> };

/**
 * A configuration file as the application reads it: each `Duration` is a number of seconds. Entries whose names you choose,
 * such as connections, stay as they were written.
 *
 * @example type MailSettings = Settings<MailConfig>; // that of app.config.mail
 */
export type Settings<File> = [Duration] extends [File] ? Exclude<File, Exclude<Duration, number>> : Below<File>;

/** Keys of a configuration file that hold times. */
type DurationKey<File> = {
  [Key in keyof File]-?: [Duration] extends [NonNullable<File[Key]>] ? Key : never;
}[keyof File] &
  string;

const written = /^(\d+(?:\.\d+)?)(ms|[smhdw])$/;

const isUnit = (unit: string): unit is keyof typeof units => Object.hasOwn(units, unit);

/** The seconds of a string such as `15m`; null for any other string. */
export const readDuration = (text: string): number | null => {
  const [, number = '', unit = ''] = written.exec(text) ?? [];
  // Divided, which rounds once: 3 * 0.001 is not 0.003.
  if (unit === 'ms') return Number(number) / 1000;
  return isUnit(unit) ? Number(number) * units[unit] : null;
};

const spelled = /^ *(\d+(?:\.\d+)?) *(ms|milli|[shdw]|m(?!o))[a-z]* *$/i;

/** ` Did you mean "5m"?` for a time with its unit as a word, such as `5 minutes`; else nothing. */
const hintFor = (duration: unknown): string => {
  const [, number, unit = ''] = (typeof duration === 'string' && spelled.exec(duration)) || [];
  const short = unit.toLowerCase().replace('milli', 'ms');
  return number === undefined ? '' : ` Did you mean "${number}${short}"?`;
};

/**
 * A duration in seconds. Negative numbers and `Infinity` stay as they are: each setting has limits of its own. `setting` is how
 * the error names the value; "The duration" by default.
 *
 * @throws E_DURATION_INVALID for `NaN`, a string without a unit or with an unknown one, and any other kind of value.
 * @example seconds('15m') // 900
 */
export const seconds = (duration: Duration, setting = 'The duration'): number => {
  const read = typeof duration === 'string' ? readDuration(duration) : duration;
  if (typeof read === 'number' && !Number.isNaN(read)) return read;
  throw errors.E_DURATION_INVALID({ setting, value: describeValue(duration), hint: hintFor(duration) });
};

const durationKeys = new WeakMap<object, readonly string[]>();

/**
 * Marks defaults of a configuration that are times, in seconds: the file may hold any `Duration` there, and the application
 * reads seconds.
 *
 * @example durations<MailConfig>({ host: 'localhost', timeout: 10 }, 'timeout')
 */
export const durations = <File extends object>(
  defaults: Settings<File>,
  ...keys: DurationKey<File>[]
): Settings<File> => {
  durationKeys.set(Object(defaults) as object, keys);
  return defaults;
};

/** The keys of these defaults that are times. */
export const durationKeysOf = (defaults: object): readonly string[] => durationKeys.get(defaults) ?? [];
