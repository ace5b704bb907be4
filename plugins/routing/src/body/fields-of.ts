import type { Input } from '@taproot/core';
import { errors } from '../errors.ts';
import type { ReadBody } from './body.ts';

/**
 * The fields of a body, for a reader that must not overlook it; null when there is none. JSON `null` and an empty text
 * hold nothing.
 * @throws E_BODY_SHAPE for a list or a single value: they have no fields.
 */
export const fieldsOf = ({ fields, value }: ReadBody): Input | null => {
  if (fields === null && value !== undefined && value !== null && value !== '')
    throw errors.E_BODY_SHAPE({ actual: Array.isArray(value) ? 'a list' : `a ${typeof value}` });
  return fields;
};
