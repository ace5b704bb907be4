import type { Config } from '../config/define-config.ts';
import { below } from '../config/merge-config.ts';
import type { Application } from './application.ts';

/** Where a variable was set: given to `setup()`, in the environment of the process, or in the file `.env`. */
export type VariableOrigin = 'setup' | 'process' | '.env';

/** The sources of a configuration, for pages and commands that explain it. */
export interface ConfigOrigin {
  /** The argument of `withConfig()`. */
  readonly authored: Config;
  /** Where a variable was set when the application was created; null when it was missing or empty. */
  readonly variable: (name: string) => VariableOrigin | null;
}

const origins = new WeakMap<Application, ConfigOrigin>();

/** Remembers the sources of an application's configuration. */
export const keepConfigOrigin = (app: Application, origin: ConfigOrigin): void => void origins.set(app, origin);

/** The sources of the configuration of an application; null for one that `setup()` did not make. */
export const configOriginOf = (app: Application): ConfigOrigin | null => origins.get(app) ?? null;

/**
 * Where a setting in force was written: `cors()` for the argument of a plugin, `withConfig()` for the files of the application,
 * null for a default. `path` begins with the file: `['http', 'upload', 'max_files']`.
 */
export const settingPlace = (app: Application, [file = '', ...keys]: readonly string[]): string | null => {
  const giver = app.plugins.findLast(({ options = {} }) => below(options, [file, ...keys]) !== undefined);
  if (giver !== undefined) return `${giver.name}()`;
  const authored: unknown = Reflect.get(configOriginOf(app)?.authored ?? {}, file);
  const values: unknown = typeof authored === 'function' ? authored(app.env) : authored;
  return below(values, keys) === undefined ? null : 'withConfig()';
};
