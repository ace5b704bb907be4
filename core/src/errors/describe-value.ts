import { inspect } from 'node:util';
import { isPromise } from '../promises/is-promise.ts';

const kindOf = (value: object): string => {
  const { constructor } = value as { readonly constructor?: unknown };
  return typeof constructor === 'function' && constructor !== Object ? `an object of ${constructor.name}` : '';
};

const isClass = (value: Function): boolean => /^class\b/.test(Function.prototype.toString.call(value));

/** Says in an error what a value is: `the function cors`, `a promise`, `the string "200"`, `undefined`. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'function')
    return value.name === '' ? 'a function' : `the ${isClass(value) ? 'class' : 'function'} ${value.name}`;
  if (isPromise(value)) return 'a promise';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the string ${JSON.stringify(value)}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return kindOf(value) || `the object ${inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY })}`;
};
