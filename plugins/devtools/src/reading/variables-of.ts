import { isDeepStrictEqual } from 'node:util';
import type { Env } from '@taproot/core';

type Branch = Readonly<Record<string, unknown>>;

/** Whether a value has settings below it. */
export const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

// Names of connections and guards may have dots.
const separator = '\0';

/** The keys that lead to a setting. */
export const keysOf = (path: string): string[] => path.split(separator).slice(1);

/** The settings of a configuration by their path, which `keysOf()` reads. Lists and empty objects are values. */
export const settingsOf = (value: unknown, prefix = ''): Map<string, unknown> => {
  if (!isBranch(value) || Object.keys(value).length === 0) return new Map([[prefix, value]]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...settingsOf(inner, prefix + separator + key)]));
};

/** Whether two values are the same setting. Each reading of a file makes a new function. */
export const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === 'function' && typeof b === 'function' ? String(a) === String(b) : isDeepStrictEqual(a, b);

/** A different value of the same kind. */
const other = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return `${typeof value === 'string' ? value : ''}~`;
};

/** A reader of the environment that notes all variables it reads, and returns another value for the variable `changed`. */
const watched = (env: Env, changed: string | null, read: Map<string, unknown>): Env => {
  const pass = (name: string, value: unknown): unknown => {
    read.set(name, value);
    return name === changed ? other(value) : value;
  };
  const variable: unknown = (name: string, ...rest: unknown[]) =>
    pass(name, Reflect.apply(env as (...args: unknown[]) => unknown, undefined, [name, ...rest]));
  const duration: Env['duration'] = (name, fallback) => pass(name, env.duration(name, fallback)) as number;
  const oneOf: Env['oneOf'] = <Value extends string>(name: string, values: readonly Value[], fallback?: Value) =>
    pass(name, env.oneOf<string>(name, values, fallback)) as Value;
  return Object.assign(variable as Env, { duration, oneOf });
};

/** The settings of a file with a changed variable in `env`; null if the file cannot be read with that value. */
const settingsWith = (made: (env: Env) => unknown, env: Env): Map<string, unknown> | null => {
  try {
    return settingsOf(made(env));
  } catch {
    return null;
  }
};

/**
 * The variables on which each setting of a file depends, by the path of the setting. The file is a function of its environment. So this
 * calls it again, each time with another value for one of its variables. A setting that changes depends on that variable. If the file
 * refuses the other value, a setting with the same value as the variable depends on it.
 */
export const variablesOf = (file: unknown, env: Env): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  if (typeof file !== 'function') return found;
  const made = file as (env: Env) => unknown;
  const read = new Map<string, unknown>();
  const [settings, again] = [settingsWith(made, watched(env, null, read)), settingsWith(made, env)];
  if (settings === null || again === null) return found;
  for (const [name, value] of read) {
    const changed = settingsWith(made, watched(env, name, new Map()));
    for (const [path, setting] of settings) {
      // A setting with a random value always changes, so it shows nothing.
      if (!isSame(setting, again.get(path))) continue;
      const depends = changed === null ? setting === value && value !== '' : !isSame(setting, changed.get(path));
      if (depends) found.set(path, [...(found.get(path) ?? []), name]);
    }
  }
  return found;
};
