import { inspect, types } from 'node:util';
import { isPromise } from '../later.ts';
import { errors } from './errors.ts';
import type { FrameworkError } from './framework-error.ts';

const kindOf = (value: object): string => {
  const { constructor } = value as { readonly constructor?: unknown };
  return typeof constructor === 'function' && constructor !== Object ? `an object of ${constructor.name}` : '';
};

const isClass = (value: Function): boolean => /^class\b/.test(Function.prototype.toString.call(value));

/** Describes a value for an error message: `the function cors`, `a promise`, `the string "200"`, `undefined`. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'function')
    return value.name === '' ? 'a function' : `the ${isClass(value) ? 'class' : 'function'} ${value.name}`;
  if (isPromise(value)) return 'a promise';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the string ${JSON.stringify(value)}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return kindOf(value) || `the object ${inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY })}`;
};

// The code looks at members and not at `instanceof`, because a thrown value may come from another realm.
interface Thrown {
  readonly message?: unknown;
  readonly errors?: unknown;
  readonly code?: unknown;
  readonly name?: unknown;
}

const words = (thrown: unknown): string => {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  const { message, errors, code, name }: Thrown = thrown;
  if (typeof message === 'string' && message !== '') return message;
  // For a host with several addresses that all fail, Node throws an error whose details are only in its members.
  if (Array.isArray(errors) && errors.length > 0) return [...new Set(errors.map(reasonOf))].join('; ');
  if (typeof code === 'string' && code !== '') return code;
  return message === '' && typeof name === 'string' ? name : inspect(thrown);
};

/** Says in a few words why something failed. Takes any thrown value, and never throws itself, although a getter of that value may. */
export const reasonOf = (thrown: unknown): string => {
  try {
    return words(thrown);
  } catch {
    return 'an error that cannot be shown';
  }
};

/** Whether a thrown value has one of these codes, for example `ENOENT`. Works across realms, unlike `instanceof`. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));

/** Whether something thrown is an error, of this realm or of another. */
export const isError = (thrown: unknown): thrown is Error => types.isNativeError(thrown) || thrown instanceof Error;

/** `E_THROWN_VALUE` for a thrown value that is not an error. The message names the code that threw, because such a value has no stack. */
export const thrownValue = (value: unknown, source: string): FrameworkError => {
  const error = errors.E_THROWN_VALUE({ source, value: describeValue(value) }, { cause: value });
  // The frames of this error only show where the value was caught, so they do not help to find its cause.
  return Object.assign(error, { stack: `${error.name}: ${error.message}` });
};
