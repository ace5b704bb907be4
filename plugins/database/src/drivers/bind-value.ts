import { errors } from '../errors.ts';

/**
 * Throws `E_DATABASE_VALUE` for an object or a list, which may come from an unvalidated request. A driver would convert it to something
 * else.
 */
export const requireScalar = (value: unknown, connection: string): void => {
  // Drivers write NaN as null, or as the name of a column.
  if (Number.isNaN(value)) refuse('NaN', connection);
  if (value instanceof Date && Number.isNaN(value.getTime())) refuse('an invalid date', connection);
  if (typeof value === 'function' || typeof value === 'symbol') refuse(`a ${typeof value}`, connection);
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof Date || value instanceof Uint8Array) return;
  refuse(Array.isArray(value) ? 'a list' : 'an object', connection);
};

/** Throws `E_DATABASE_VALUE` for an infinite number, on engines that do not have it. mysql2 would write it as the name of a column. */
export const requireFinite = (value: unknown, connection: string): void => {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) refuse(String(value), connection);
};

const refuse = (value: string, connection: string): never => {
  throw errors.E_DATABASE_VALUE({ value, connection });
};
