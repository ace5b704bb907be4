import type { ConfigFiles } from './config-files.ts';
import type { Duration } from './duration.ts';

/** What merging takes as one value. */
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

/** `app.config`: every file as the application reads it. */
export type AllSettings = { readonly [Name in keyof ConfigFiles]: Settings<ConfigFiles[Name]> };
