import type { RoutePattern } from '@taproot/core';
import { parsePattern } from '../router/parse-pattern.ts';
import type { RouteDefinition } from '../router/route-definition.ts';

/** Parses the patterns of routes, those that several methods share once: `GET /posts/{id}` and `DELETE /posts/{id}`. */
export const patternReader = (): ((route: RouteDefinition) => RoutePattern) => {
  const known = new Map<
    string,
    { readonly constraints: RouteDefinition['constraints']; readonly pattern: RoutePattern }
  >();
  return ({ path, constraints }) => {
    const first = known.get(path);
    if (first?.constraints === constraints) return first.pattern;
    const pattern = parsePattern(path, constraints);
    known.set(path, { constraints, pattern });
    return pattern;
  };
};
