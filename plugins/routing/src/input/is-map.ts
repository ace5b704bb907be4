import type { Input } from '@taproot/core';

/**
 * Whether a value of the input is a map, as JSON and forms make them: neither a list nor an instance of a class, such as
 * an uploaded file. Asked of the prototype's prototype, so that plain objects of another realm count too.
 */
export const isMap = (value: unknown): value is Input => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};
