import type { Input } from '@taproot/core';
import { errors } from '../errors.ts';
import type { ReadBody } from './body.ts';

/** Whether a body is empty, so that no field can be overlooked. PHP writes an empty object as `[]`. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The fields of a body; null when there is no body. For readers that must not overlook data.
 * @throws E_BODY_SHAPE for a list or a single value: they have no fields. An empty list, `null` and an empty text pass.
 */
export const fieldsOf = ({ fields, value }: ReadBody): Input | null => {
  if (fields === null && !isEmpty(value))
    throw errors.E_BODY_SHAPE({ actual: Array.isArray(value) ? 'a list' : `a ${typeof value}` });
  return fields;
};
