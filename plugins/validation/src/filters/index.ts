import { convertFilters } from './convert.ts';
import { encodeFilters } from './encode.ts';
import type { FilterDefinition } from './filter.ts';
import { splitFilters, stringFilters } from './string.ts';

/** All built-in filters. */
export const builtInFilters: readonly FilterDefinition[] = [
  ...stringFilters,
  ...convertFilters,
  ...encodeFilters,
  ...splitFilters,
];
