import type { Input, UploadedFile } from '@taproot/core';

/**
 * Whether a value of the input is a map, as JSON and forms make them: not a list, and not an instance of a class, such
 * as an uploaded file. It looks at the prototype's prototype, so plain objects of another realm count too.
 */
export const isMap = (value: unknown): value is Input => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** A new map without prototype that holds the own members of `sources`; the later win. */
export const createInput = (...sources: readonly (object | null)[]): Input =>
  Object.assign(Object.create(null) as Input, ...sources) as Input;

/** The same of one map: V8 clones a literal at a quarter of the price of a copy member by member. */
export const copyInput = (source: Input): Input => Object.setPrototypeOf({ ...source }, null) as Input;

/** Whether a value of the input is an uploaded file: parsed input holds no other instances. */
export const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isMap(value);
