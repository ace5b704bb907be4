import { tmpdir } from 'node:os';
import type { Env } from '@taproot/core';
import { createEnv } from '@taproot/core/internal';
import type { AnyPlugin } from '@taproot/core/plugin';

/** The default of a key, and the variable that sets it. */
export interface Default {
  readonly value: unknown;
  readonly variable: string | null;
}

/** `{ a: { b: 1 } }` as `a.b` = 1; lists, functions and empty objects are values. */
const flatten = (path: string, value: unknown): [path: string, value: unknown][] =>
  Object.getPrototypeOf(value ?? 0) === Object.prototype ||
  (typeof value === 'object' && value !== null && !Array.isArray(value))
    ? Object.entries(value as object).flatMap(([key, inner]) => flatten(`${path}.${key}`, inner))
    : [[path, value]];

const read = (file: string, defaults: unknown, env: Env): Map<string, unknown> =>
  new Map(flatten(file, typeof defaults === 'function' ? (defaults as (env: Env) => unknown)(env) : defaults));

/** What a variable may hold, one for each type that `env()` reads. */
const trials = ['true', 'false', '4321', 'trial'];

/** The variables that a file asks for, each with the values that it may have if the file names them. */
const variablesOf = (file: string, defaults: unknown): Map<string, readonly string[]> => {
  const asked = new Map<string, readonly string[]>();
  const empty = createEnv({});
  const record = (name: string): void => void asked.set(name, []);
  const env = Object.assign(
    (name: string, fallback: string) => {
      record(name);
      return empty(name, fallback);
    },
    {
      oneOf: (name: string, values: readonly string[], fallback: string) => {
        asked.set(name, values);
        return fallback;
      },
      duration: (name: string, fallback: string) => {
        record(name);
        return fallback;
      },
    },
  ) as unknown as Env;
  read(file, defaults, env);
  return asked;
};

/** Every default of the files of a plugin: a variable belongs to the key that changes with it. */
export const defaultsOf = ({ config = {} }: AnyPlugin): Map<string, Default> => {
  const all = new Map<string, Default>();
  for (const [file, defaults] of Object.entries<unknown>(config)) {
    const plain = read(file, defaults, createEnv({}));
    for (const [path, value] of plain)
      all.set(path, { value: value === tmpdir() ? 'tmpdir()' : value, variable: null });
    for (const [variable, values] of variablesOf(file, defaults))
      for (const trial of [...trials, ...values]) {
        let changed: Map<string, unknown>;
        try {
          changed = read(file, defaults, createEnv({ [variable]: trial }));
        } catch {
          continue;
        }
        for (const [path, value] of changed)
          if ((value === trial && value !== plain.get(path)) || (String(value) === trial && value !== plain.get(path)))
            all.set(path, { value: all.get(path)?.value, variable });
      }
  }
  return all;
};
