import { defineConfig } from '@taproot/core';

/** The log: a line for each request, every report, and what `facades.Log()` is given. Tests have none. */
export const log = defineConfig('log', {
  // Levels of single channels; requests are `http`.
  levels: {},
  // Names of members that are masked, beside passwords, tokens and the like.
  secrets: [],
});
