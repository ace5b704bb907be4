import { errors } from '../errors.ts';

/**
 * Refuses what a driver that binds scalars would make something else of: an object or a list from a request that nobody
 * validated. `E_DATABASE_VALUE`.
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

const refuse = (value: string, connection: string): never => {
  throw errors.E_DATABASE_VALUE({ value, connection });
};
