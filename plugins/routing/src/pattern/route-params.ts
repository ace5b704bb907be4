import type { Params } from '@taproot/core/internal';
import type { RoutePattern } from '@taproot/core/plugin';
import { decodeRest, decodeSegment } from './canonical-path.ts';
import { patternParameters } from './parse-pattern.ts';

/** The parameters of routes without parameters: one frozen map for all. */
export const noParams: Params = Object.freeze(Object.create(null) as Record<string, string>);

/**
 * Makes the function that turns the captures of a pattern's expression into parameters. The map has no prototype; values are decoded once;
 * absent optional parameters are left out.
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

/**
 * Like `createParamsReader()`, for a pattern whose parameters are whole segments without constraints. It cuts their values out of the path,
 * without a regular expression.
 */
export const createPathReader = ({ segments }: RoutePattern): ((path: string) => Params) => {
  const slots = segments.flatMap((segment, at) =>
    segment.kind === 'parameter' || segment.kind === 'wildcard'
      ? [{ name: segment.parameter.name, at, rest: segment.kind === 'wildcard' }]
      : [],
  );
  if (slots.length === 0) return () => noParams;
  return (path) => {
    const params = Object.create(null) as Record<string, string>;
    // The number of the segment that begins at `from`.
    let at = 0;
    let from = 1;
    for (const slot of slots) {
      for (; at < slot.at; at++) {
        const slash = path.indexOf('/', from);
        if (slash === -1) return params;
        from = slash + 1;
      }
      if (from >= path.length) return params;
      const end = slot.rest ? -1 : path.indexOf('/', from);
      const text = path.slice(from, end === -1 ? path.length : end);
      params[slot.name] = slot.rest ? decodeRest(text) : decodeSegment(text);
    }
    return params;
  };
};
