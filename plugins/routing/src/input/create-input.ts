import type { Input } from '@taproot/core';

/** A new map without prototype that holds the own members of `sources`; the later win. */
export const createInput = (...sources: readonly (object | null)[]): Input =>
  Object.assign(Object.create(null) as Input, ...sources) as Input;

/** The same of one map: V8 clones a literal at a quarter of the price of a copy member by member. */
export const copyInput = (source: Input): Input => Object.setPrototypeOf({ ...source }, null) as Input;
