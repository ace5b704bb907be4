import { describeValue } from '@taproot/core';
import { errors } from '../errors.ts';

/** `E_STREAM_SOURCE` for what cannot be read piece by piece, such as a number or a generator that was not called. */
export const checkIterable = (method: string, source: unknown, expected: string): void => {
  const isObject = typeof source === 'object' && source !== null;
  if (typeof source === 'string' || (isObject && (Symbol.asyncIterator in source || Symbol.iterator in source))) return;
  const advice =
    method === 'stream' && source === undefined
      ? 'Give the status first, then the source: stream(200, source)'
      : 'Give a list or a generator that was called, for example (async function* () { yield "text"; })()';
  throw errors.E_STREAM_SOURCE({ method, actual: describeValue(source), expected, advice });
};
