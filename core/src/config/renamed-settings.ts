import { inspect } from 'node:util';
import type { FrameworkError } from '../errors/framework-error.ts';
import { errors } from '../errors.ts';
import { isPlain } from './merge-config.ts';

/** The present name of a setting whose values have changed as well, such as from minutes to seconds. */
export interface RenamedSetting {
  /** The last part of its path: `lifetime`. */
  readonly name: string;
  /** Turns a value of the old setting into one of the new setting. */
  readonly convert: (value: unknown) => unknown;
  /** Whether the old name meant this setting, decided by the values beside it; always when left out. */
  readonly when?: (beside: Readonly<Record<string, unknown>>) => boolean;
}

/**
 * Present names of settings by the path of the old one: `{ 'http.default': 'driver' }`. `*` in a path is any name:
 * `'auth.guards.*.ttl'`.
 */
export type RenamedSettings = Readonly<Record<string, string | RenamedSetting>>;

const refuseBoth = (path: string, to: string, file: string): never => {
  throw errors.E_CONFIG_RENAMED({ path, to, advice: `Remove it from config/${file}.ts: "${to}" is set as well` });
};

/**
 * The values of one configuration file with every old name replaced. `report` receives one warning for each.
 *
 * @throws E_CONFIG_RENAMED when a setting is given by both names.
 */
export const renameSettings = (
  file: string,
  values: unknown,
  renamed: RenamedSettings,
  report: (warning: FrameworkError) => void,
): unknown => {
  const replace = (
    parent: unknown,
    at: string,
    [key = '', ...rest]: readonly string[],
    now: RenamedSetting,
  ): unknown => {
    if (!isPlain(parent)) return parent;
    if (rest.length > 0) {
      const entries = Object.entries(parent).map(([name, value]) => {
        const matches = key === '*' || key === name;
        return [name, matches ? replace(value, `${at}.${name}`, rest, now) : value];
      });
      return Object.fromEntries(entries);
    }
    if (!Object.hasOwn(parent, key) || now.when?.(parent) === false) return parent;
    const { [key]: old, ...others } = parent;
    if (old === undefined) return others;
    const path = `${at}.${key}`;
    const to = `${at}.${now.name}`;
    if (others[now.name] !== undefined) refuseBoth(path, to, file);
    const value = now.convert(old);
    const write = value === old ? 'Rename it' : `Write "${now.name}: ${inspect(value)}" for it`;
    report(
      errors.E_CONFIG_RENAMED({ path, to, advice: `${write} in config/${file}.ts. The old name is read until then` }),
    );
    return { ...others, [now.name]: value };
  };
  let result = values;
  for (const [path, now] of Object.entries(renamed)) {
    const [first, ...segments] = path.split('.');
    const setting = typeof now === 'string' ? { name: now, convert: (value: unknown) => value } : now;
    if (first === file) result = replace(result, file, segments, setting);
  }
  return result;
};
