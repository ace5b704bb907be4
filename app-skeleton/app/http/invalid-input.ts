import { UnprocessableContentError } from '@taproot/core';

/** The error for input that can be read, but not accepted: 422, with the reason under the name of its field. */
export const invalidInput = (field: string, reason: string): UnprocessableContentError =>
  new UnprocessableContentError('The data is not valid.', { details: { errors: { [field]: [reason] } } });
