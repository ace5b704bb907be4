import { describeValue } from '@taproot/core';
import { errors } from '../errors.ts';

/** `E_STREAM_SOURCE` for what cannot be read piece by piece, such as a number or a generator that was not called. */
export const checkIterable = (method: string, source: unknown, expected: string): void => {
  const isObject = typeof source === 'object' && source !== null;
  if (typeof source === 'string' || (isObject && (Symbol.asyncIterator in source || Symbol.iterator in source))) return;
  throw errors.E_STREAM_SOURCE({ method, actual: describeValue(source), expected });
};
