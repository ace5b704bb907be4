import type { Params, RoutePattern } from '@taproot/core';
import { decodeRest, decodeSegment } from './canonical-path.ts';
import { patternParameters } from './parse-pattern.ts';

/**
 * Makes the function that turns the captures of a pattern's expression into parameters: null-prototype, decoded once,
 * absent optional ones left out.
 */
export const createParamsReader = (
  pattern: RoutePattern,
  indexes: readonly number[],
): ((captures: readonly (string | undefined)[]) => Params) => {
  const wildcard = pattern.segments.at(-1)?.kind === 'wildcard';
  const slots = patternParameters(pattern).map(({ name }, at, all) => ({
    name,
    index: indexes[at] ?? at,
    decode: wildcard && at === all.length - 1 ? decodeRest : decodeSegment,
  }));
  return (captures) => {
    const params = Object.create(null) as Record<string, string>;
    for (const { name, index, decode } of slots) {
      const value = captures[index];
      if (value !== undefined) params[name] = decode(value);
    }
    return params;
  };
};
