import type { Duration, Seconds } from './duration.ts';
import type { Env } from './env.ts';

/** The `app` configuration: what every application has. */
export interface AppConfig {
  /** Name of the application, for logs and pages; `Taproot` by default, from `APP_NAME`. */
  name: string;
  /** `production`, `development`, `testing`, or a name of your own; from `APP_ENV`, `production` by default. */
  env: string;
  /** Shows errors with their sources to every client. By default on in `development` alone; from `APP_DEBUG`. */
  debug: boolean;
  /**
   * Address under which clients reach the application, for absolute links; from `APP_URL`. Empty by default: taken from
   * the request.
   */
  url: string;
  /**
   * Secret from which plugins derive theirs; from `APP_KEY`, empty by default. `npx taproot key:generate` makes one.
   */
  key: string;
  /** Locale of requests that ask for none, a BCP 47 tag; `en` by default. */
  locale: string;
  /** Locale used when a text is missing in the locale of the request. Default: `en`. */
  fallback_locale: string;
  /** Seconds one plugin may take in one boot or start hook; 10 by default. */
  boot_timeout: Seconds;
  /** Seconds the whole of `close()` may take, in-flight requests included; 10 by default. */
  shutdown_timeout: Seconds;
  /** An unhandled rejection in a serving process: `exit` (default) drains and exits with 1, `continue` only reports it. */
  unhandled: 'exit' | 'continue';
}

/** Every configuration file an application may have, by name. Plugins add theirs by declaration merging. */
export interface ConfigFiles {
  /** The `app` configuration: name, environment, address, key, locales, deadlines. */
  app: AppConfig;
}

type Builtin = string | boolean | bigint | symbol | null | undefined | Date | RegExp;

/**
 * `T` as a file may hold it: with every key optional, all the way down, and any `Duration` for `Seconds`; lists and functions
 * are replaced whole.
 */
export type DeepPartial<T> = T extends number
  ? '~unit' extends keyof T
    ? Duration
    : T
  : T extends Builtin | readonly unknown[] | ((...args: never[]) => unknown)
    ? T
    : { [Key in keyof T]?: DeepPartial<T[Key]> };

/** A configuration file: its values, or a function that reads them from the environment. */
export type ConfigFile<Name extends keyof ConfigFiles> =
  | DeepPartial<ConfigFiles[Name]>
  | ((env: Env) => DeepPartial<ConfigFiles[Name]>);

/** The argument of `withConfig()`: any of the files, each as values or as a function of the environment. */
export type Config = { readonly [Name in keyof ConfigFiles]?: ConfigFile<Name> };

/** A key that a configuration file does not have, for the compiler to say. */
export interface NoSuchSetting<Key> {
  /** The key as it was written. */
  readonly 'this configuration file has no key': Key;
}

/** Refuses the keys of `Given` that `Shape` lacks. The compiler does that itself for an object in place, not for one returned. */
type KnownKeys<Given, Shape> = {
  readonly [Key in keyof Given]: string extends KeyOf<Shape>
    ? unknown
    : Key extends KeyOf<Shape>
      ? KnownBelow<Given[Key], ValueAt<Shape, Key>>
      : NoSuchSetting<Key>;
};

/** The keys of every member of a union; `keyof` has those that all members share. */
type KeyOf<Shape> = Shape extends object ? keyof Shape : never;
type ValueAt<Shape, Key> = Shape extends unknown ? (Key extends keyof Shape ? Shape[Key] : never) : never;

type KnownBelow<Given, Shape> = Given extends Builtin | number | readonly unknown[] | ((...args: never[]) => unknown)
  ? unknown
  : KnownKeys<Given, Shape>;

/**
 * Types a file under `config/`: `export const http = defineConfig('http', (env) => ({ port: env('PORT', 3000) }))`. A key that
 * the file does not have does not compile.
 */
export const defineConfig = <Name extends keyof ConfigFiles, Given extends DeepPartial<ConfigFiles[Name]>>(
  _name: Name,
  file: DeepPartial<ConfigFiles[Name]> | ((env: Env) => Given & KnownKeys<Given, ConfigFiles[Name]>),
): ConfigFile<Name> => file;
