import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '../errors/errors.ts';
import { hasCode } from '../errors/thrown.ts';
import { checkDotenv, parseDotenv } from './dotenv.ts';
import { type Duration, readDuration, seconds } from './duration.ts';

/**
 * Reads one environment variable, typed by its default: a number or boolean default converts the text
 * (`E_ENV_INVALID` when it cannot), no default makes the variable mandatory (`E_ENV_MISSING`).
 * An empty variable counts as unset. Booleans are `true/false`, `1/0`, `on/off`, `yes/no`.
 */
export interface Env {
  (name: string): string;
  (name: string, fallback: string): string;
  (name: string, fallback: number): number;
  (name: string, fallback: boolean): boolean;
  (name: string, fallback: null): string | null;
  /**
   * Seconds of a variable that holds a time: `900`, `15m`, `14d`.
   * @throws E_ENV_INVALID for any other text.
   */
  duration(name: string, fallback: Duration): number;
  /**
   * A variable that has one of some values; its type is the union of them. Without a fallback the variable is mandatory
   * (`E_ENV_MISSING`).
   *
   * @example mode: env.oneOf('MAIL_MODE', ['smtp', 'log'], 'log'), // 'smtp' | 'log'
   * @throws E_ENV_INVALID for any other value; it names the values.
   */
  oneOf<const Value extends string>(name: string, values: readonly Value[], fallback?: NoInfer<Value>): Value;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['off', false],
  ['no', false],
]);

const convert = (name: string, value: string, fallback: unknown): string | number | boolean => {
  if (typeof fallback === 'number') {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number))
      throw errors.E_ENV_INVALID({ name, value, expected: 'a number' });
    return number;
  }
  if (typeof fallback === 'boolean') {
    const boolean = booleans.get(value.toLowerCase());
    if (boolean === undefined) throw errors.E_ENV_INVALID({ name, value, expected: 'a boolean' });
    return boolean;
  }
  return value;
};

/** A reader over the given variables. */
export const createEnv = (variables: Readonly<Record<string, string | undefined>>): Env => {
  const read = (name: string, fallback?: string | number | boolean | null) => {
    const value = variables[name];
    if (value !== undefined && value !== '') return convert(name, value, fallback);
    if (fallback === undefined) throw errors.E_ENV_MISSING({ name });
    return fallback;
  };
  const duration = (name: string, fallback: Duration): number => {
    const value = variables[name];
    if (value === undefined || value === '') return seconds(fallback);
    const time = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : readDuration(value);
    if (time === null) throw errors.E_ENV_INVALID({ name, value, expected: 'a duration, such as 900 or 15m' });
    return time;
  };
  const oneOf: Env['oneOf'] = (name, values, fallback) => {
    const value = variables[name];
    if (value === undefined || value === '') {
      if (fallback === undefined) throw errors.E_ENV_MISSING({ name });
      return fallback;
    }
    const known = values.find((one) => one === value);
    if (known === undefined) throw errors.E_ENV_INVALID({ name, value, expected: `one of ${values.join(', ')}` });
    return known;
  };
  return Object.assign(read as Env, { duration, oneOf });
};

/** The variables of one file; null when there is no such file. */
const readFile = (basePath: string, name: string): Record<string, string | undefined> | null => {
  try {
    const text = readFileSync(join(basePath, name), 'utf8');
    checkDotenv(text, name);
    return parseDotenv(text);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/**
 * The variables of `<basePath>/.env`; none when there is no such file. In the environment `testing`, a file `.env.testing`
 * is read in its place. Any other fault of reading is thrown.
 *
 * @throws E_ENV_LINE for a line that is neither a variable nor a comment.
 */
export const readEnvFile = (basePath: string, environment = ''): Record<string, string | undefined> =>
  (environment === 'testing' ? readFile(basePath, '.env.testing') : null) ?? readFile(basePath, '.env') ?? {};
