import { errors } from '../errors/errors.ts';
import { describeValue, reasonOf } from '../errors/thrown.ts';
import { isPromise } from '../later.ts';
import { didYouMean } from '../names/nearest.ts';
import { isPlain } from './merge-config.ts';

/** A schema of any library that follows Standard Schema (https://standardschema.dev): zod, Valibot, ArkType, VineJS. */
export interface ConfigSchema<Output extends object = object> {
  /** The member that the standard asks of a library. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

interface Issue {
  readonly message: string;
  /** A list of keys; VineJS gives a string with dots. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | string | undefined;
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** Whether a declared file is a schema. Those of ArkType are functions. */
export const isSchema = (declared: unknown): declared is ConfigSchema =>
  typeof Object(Object(declared)['~standard']).validate === 'function';

/** Values over others, object by object. `undefined` keeps what is there. The schema judges types and keys. */
export const overlay = (base: unknown, values: unknown): unknown => {
  if (values === undefined) return base;
  if (!isPlain(base) || !isPlain(values)) return values;
  const merged = Object.entries(values).map(([key, value]) => [key, overlay(base[key], value)]);
  return { ...base, ...Object.fromEntries(merged) };
};

const keysOf = ({ path = [] }: Issue): readonly PropertyKey[] =>
  typeof path === 'string' ? path.split('.') : path.map((step) => (typeof step === 'object' ? step.key : step));

const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);

/** Refuses keys that the schema has dropped, because they are most likely misspelt. */
const checkDropped = (path: string, given: unknown, kept: unknown): void => {
  if (!isPlain(given) || !isPlain(kept)) return;
  const names = Object.keys(kept);
  for (const [key, value] of Object.entries(given)) {
    const where = `${path}.${key}`;
    if (value !== undefined && !Object.hasOwn(kept, key))
      throw errors.E_CONFIG_UNKNOWN_KEY({ path: where, hint: didYouMean(key, names), known: names.join(', ') });
    checkDropped(where, value, kept[key]);
  }
};

/** A configuration file that a schema judges. */
export interface Judged {
  /** The name of the file. */
  readonly file: string;
  readonly values: unknown;
  /** Where the value under a path was written. */
  readonly placeOf: (keys: readonly PropertyKey[]) => string;
}

/**
 * The file as its schema gives it. A promise only if the schema gives one.
 * @throws E_CONFIG_SCHEMA for values that do not hold the schema, E_CONFIG_UNKNOWN_KEY for a key that it drops, E_CONFIG_TYPE for any result
 * but an object.
 */
export const judgeConfig = (schema: ConfigSchema, { file, values, placeOf }: Judged): unknown => {
  const refuse = (issues: readonly Issue[], cause?: unknown): Error => {
    const [first, ...others] = issues.map((issue) => {
      const keys = keysOf(issue);
      return { path: [file, ...keys].map(String).join('.'), reason: sentence(issue.message), place: placeOf(keys) };
    });
    const more = others.map(({ path, reason }) => ` "${path}": ${reason}`).join('');
    return errors.E_CONFIG_SCHEMA({ path: file, reason: '', place: placeOf([]), ...first, more }, { cause });
  };
  const ended = (result: SchemaResult<object>): unknown => {
    if (result.issues !== undefined) throw refuse(result.issues);
    const { value } = result;
    if (!isPlain(value))
      throw errors.E_CONFIG_TYPE({ path: file, place: placeOf([]), expected: 'object', actual: describeValue(value) });
    checkDropped(file, values, value);
    return value;
  };
  const failed = (error: unknown): never => {
    throw refuse([{ message: reasonOf(error) }], error);
  };
  let result: SchemaResult<object> | Promise<SchemaResult<object>>;
  try {
    result = schema['~standard'].validate(values);
  } catch (error) {
    return failed(error);
  }
  return isPromise(result) ? result.then(ended, failed) : ended(result);
};
