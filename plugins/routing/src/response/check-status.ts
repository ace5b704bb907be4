import { describeValue } from '@taproot/core';
import { errors } from '../errors.ts';

/**
 * Refuses what Node would not write as the status of a reply, and 1xx, after which a client waits for another:
 * `E_RESPONSE_STATUS`.
 */
export const checkStatus = (status: number): void => {
  // NaN, and text from a handler without types, fail the last of these.
  if (status < 200 || status > 999 || !Number.isInteger(status))
    throw errors.E_RESPONSE_STATUS({ status: describeValue(status) });
};
