import type { Input, UploadedFile } from '@taproot/core';

/**
 * Whether a value of the input is a map, as JSON and forms make them: not a list, and not an instance of a class, such as an uploaded file.
 * It checks the prototype's prototype, so that plain objects of another realm count, too.
 */
export const isMap = (value: unknown): value is Input => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** A new map without prototype with the own members of `sources`; later sources win. */
export const createInput = (...sources: readonly (object | null)[]): Input =>
  Object.assign(Object.create(null) as Input, ...sources) as Input;

/** Copies one map. V8 clones a literal four times faster than it copies member by member. */
export const copyInput = (source: Input): Input => Object.setPrototypeOf({ ...source }, null) as Input;

/** Whether a value of the input is an uploaded file: parsed input contains no other class instances. */
export const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isMap(value);
