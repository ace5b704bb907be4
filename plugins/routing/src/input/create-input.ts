import type { Input } from '@taproot/core';

/** A new map without prototype that holds the own members of `sources`; the later win. */
export const createInput = (...sources: readonly (object | null)[]): Input =>
  Object.assign(Object.create(null) as Input, ...sources) as Input;
