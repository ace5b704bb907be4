import { types } from 'node:util';
import { errors } from '../errors.ts';
import { describeValue } from './describe-value.ts';
import type { FrameworkError } from './framework-error.ts';

/** Whether something thrown is an error, of this realm or of another. */
export const isError = (thrown: unknown): thrown is Error => types.isNativeError(thrown) || thrown instanceof Error;

/** `E_THROWN_VALUE` for a thrown value that is no error: it names what threw, as the value cannot. */
export const thrownValue = (value: unknown, source: string): FrameworkError => {
  const error = errors.E_THROWN_VALUE({ source, value: describeValue(value) }, { cause: value });
  // Its own frames lead to where it was caught.
  return Object.assign(error, { stack: `${error.name}: ${error.message}` });
};
