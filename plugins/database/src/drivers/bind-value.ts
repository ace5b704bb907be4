import { errors } from '../errors.ts';

/**
 * Refuses a value that a driver for scalars would change: an object or a list from an unvalidated request.
 * `E_DATABASE_VALUE`.
 */
export const requireScalar = (value: unknown, connection: string): void => {
  // Written as no value at all, or as the name of a column.
  if (Number.isNaN(value)) refuse('NaN', connection);
  if (value instanceof Date && Number.isNaN(value.getTime())) refuse('an invalid date', connection);
  if (typeof value === 'function' || typeof value === 'symbol') refuse(`a ${typeof value}`, connection);
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof Date || value instanceof Uint8Array) return;
  refuse(Array.isArray(value) ? 'a list' : 'an object', connection);
};

/** Refuses an infinite number, for an engine that has none: `E_DATABASE_VALUE`. mysql2 would write the name of a column. */
export const requireFinite = (value: unknown, connection: string): void => {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) refuse(String(value), connection);
};

const refuse = (value: string, connection: string): never => {
  throw errors.E_DATABASE_VALUE({ value, connection });
};
