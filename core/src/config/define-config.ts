import type { ConfigFiles } from './config-files.ts';
import type { Settings, Whole } from './duration.ts';
import type { Env } from './env.ts';

/** `T` with every key optional, all the way down; lists and functions are replaced whole. */
export type DeepPartial<T> = T extends Whole | readonly unknown[] | ((...args: never[]) => unknown)
  ? T
  : { [Key in keyof T]?: DeepPartial<T[Key]> };

/**
 * Settings of the file `Name` as an argument of its plugin: `cors({ allowed_origins: [...] })`. Every key is optional; they win
 * over the file of the application.
 */
export type Options<Name extends keyof ConfigFiles> = DeepPartial<ConfigFiles[Name]>;

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

type KnownBelow<Given, Shape> = Given extends Whole | readonly unknown[] | ((...args: never[]) => unknown)
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

/** `app.config`: every file as the application reads it. */
export type AllSettings = { readonly [Name in keyof ConfigFiles]: Settings<ConfigFiles[Name]> };
