import type { Found, Params, Route, RouteFinder } from '@taproot/core/internal';
import type { RoutePattern } from '@taproot/core/plugin';
import { patternRegExp } from '../pattern/pattern-regexp.ts';
import { createParamsReader, createPathReader, noParams } from '../pattern/route-params.ts';
import { RouteTrie } from './route-trie.ts';

type Captures = readonly (string | undefined)[];

interface Candidate {
  readonly route: Route;
  /** Matches a path for which the trie has found the route. */
  readonly match: (path: string) => Captures | null;
  readonly params: (captures: Captures, path: string) => Params;
}

const noCaptures: Captures = Object.freeze([]);
const nothing: Found = Object.freeze({ route: null, params: noParams, allow: Object.freeze([]) });

/** Whether the trie alone decides: no segment is mixed or has a constraint. */
const isPlain = ({ segments }: RoutePattern): boolean =>
  segments.every(
    (segment) => segment.kind === 'literal' || (segment.kind !== 'mixed' && segment.parameter.constraint === null),
  );

const createCandidate = (route: Route): Candidate => {
  const { pattern } = route;
  if (isPlain(pattern)) {
    const read = createPathReader(pattern);
    return { route, match: () => noCaptures, params: (_captures, path) => read(path) };
  }
  const { regexp, captures } = patternRegExp(pattern);
  const match = (path: string): Captures | null => regexp.exec(path)?.slice(1) ?? null;
  return { route, match, params: createParamsReader(pattern, captures) };
};

/**
 * Finds the route of a canonical path and a method: the search of every driver. A trie of segments finds the routes that may match the
 * path, the most specific first. If no parameter has a constraint, the trie decides alone; otherwise the expression of the route decides.
 */
export class RouteSearch implements RouteFinder {
  readonly #trie = new RouteTrie<Candidate>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#trie.add(route.pattern, createCandidate(route));
  }

  /** The route for a canonical path and a method, with its parameters; or the methods that the path supports. */
  find(path: string, method: string): Found {
    const result: { found: Found | null; others: Route[] | null } = { found: null, others: null };
    this.#trie.search(path, ({ route, match, params }) => {
      const captures = match(path);
      if (captures === null) return false;
      if (route.methods.includes(method)) {
        result.found = { route, params: params(captures, path), allow: nothing.allow };
        return true;
      }
      (result.others ??= []).push(route);
      return false;
    });
    return result.found ?? missed(result.others);
  }
}

const missed = (others: readonly Route[] | null): Found => {
  if (others === null) return nothing;
  return { ...nothing, allow: [...new Set(others.flatMap(({ files, methods }) => (files ? [] : methods)))] };
};
