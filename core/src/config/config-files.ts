import type { Env } from '../env.ts';

/** The `app` configuration: what every application has. */
export interface AppConfig {
  name: string;
  /** `production`, `development`, `testing`, or a name of your own; from `APP_ENV`. */
  env: string;
  /** Shows errors with their sources to whoever asks; never on in production unless `APP_DEBUG` says so. */
  debug: boolean;
  /** The address under which the world reaches the application, for absolute links; empty = taken from the request. */
  url: string;
  /** Secret from which plugins derive theirs; from `APP_KEY`. */
  key: string;
  locale: string;
  fallback_locale: string;
  /** Seconds one plugin may take in one boot or start hook. */
  boot_timeout: number;
  /** Seconds the whole of `close()` may take, in-flight requests included. */
  shutdown_timeout: number;
  /** What a rejection nobody handled does to a served process: drain and exit with 1, or only report it. */
  unhandled: 'exit' | 'continue';
}

/** Every configuration file an application may have, by name. Plugins add theirs by declaration merging. */
export interface ConfigFiles {
  app: AppConfig;
}

type Builtin = string | number | boolean | bigint | symbol | null | undefined | Date | RegExp;

/** `T` with every key optional, all the way down; lists and functions are replaced whole. */
export type DeepPartial<T> = T extends Builtin | readonly unknown[] | ((...args: never[]) => unknown)
  ? T
  : { [Key in keyof T]?: DeepPartial<T[Key]> };

/** A configuration file: its values, or a function that reads them from the environment. */
export type ConfigFile<Name extends keyof ConfigFiles> =
  | DeepPartial<ConfigFiles[Name]>
  | ((env: Env) => DeepPartial<ConfigFiles[Name]>);

/** What `withConfig()` takes: any of the files, each as values or as a function of the environment. */
export type Config = { readonly [Name in keyof ConfigFiles]?: ConfigFile<Name> };

/** Types a file under `config/`: `export const http = defineConfig('http', (env) => ({ port: env('PORT', 3000) }))`. */
export const defineConfig = <Name extends keyof ConfigFiles>(_name: Name, file: ConfigFile<Name>): ConfigFile<Name> =>
  file;
