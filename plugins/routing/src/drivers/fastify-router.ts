import type { Found, Params, Route, RouteFinder, RoutePattern, RouteSegment } from '@taproot/core';
import { noParams } from '../http/exchange.ts';
import { constraintSource } from '../router/constraint-source.ts';
import { patternParameters } from '../router/parse-pattern.ts';
import { patternRegExp } from '../router/pattern-regexp.ts';
import { createParamsReader } from '../router/route-params.ts';
import { RouteTrie } from '../router/route-trie.ts';
import { createFastifyMatcher, type FastifyMatch } from './fastify-matcher.ts';
import { FastifyOverlaps } from './fastify-overlaps.ts';
import { type FastifyPath, fastifyPaths, isExactPattern } from './fastify-paths.ts';

/** One of our routes. */
interface Candidate {
  readonly route: Route;
  readonly regexp: RegExp;
  readonly params: ((captures: readonly (string | undefined)[]) => Params) | null;
  readonly paths: readonly FastifyPath[];
  /** Whether find-my-way matches its paths exactly as we do. */
  readonly exact: boolean;
  /** Whether, for a path with the right number of segments, its expression alone tells a match. */
  readonly provable: boolean;
}

/** What find-my-way keeps for one method and path. */
interface Leaf {
  readonly candidate: Candidate;
  /** Whether nothing but this candidate can be meant, if it matches. */
  readonly decisive: boolean;
  /** The names of its parameters, and how find-my-way calls them. */
  readonly names: readonly (readonly [name: string, key: string])[];
}

const noMethods: readonly string[] = Object.freeze([]);

/**
 * find-my-way over our routes. It knows neither constraints that are tried in our order, nor mixed segments, so such a
 * segment is to it a parameter like any other, and what it finds is checked. Where another route of that kind could be
 * meant instead, where the path holds escapes, and where nothing was found, the trie of the Koa driver decides: by the
 * same rules, a little more slowly.
 */
export class FastifyRouter implements RouteFinder {
  readonly #matcher = createFastifyMatcher<Leaf>();
  readonly #trie = new RouteTrie<Candidate>();

  constructor(routes: readonly Route[]) {
    const candidates = routes.map(createCandidate);
    for (const candidate of candidates) this.#trie.add(candidate.route.pattern, candidate);
    for (const method of new Set(routes.flatMap((route) => route.methods))) {
      this.#register(
        method,
        candidates.filter(({ route }) => route.methods.includes(method)),
      );
    }
  }

  /** The route for a canonical path and a method. */
  find(path: string, method: string): Found {
    // At the root find-my-way would match an empty parameter, and it decodes escapes in a way of its own.
    if (path.length > 1 && !path.includes('%')) {
      const match = this.#matcher.find(method, path);
      if (match?.store.decisive) {
        const { candidate } = match.store;
        if (candidate.exact) return { route: candidate.route, params: readParams(match), allow: noMethods };
        const found = capture(candidate, path);
        if (found !== null) return found;
      }
    }
    return this.#search(path, method);
  }

  #register(method: string, candidates: readonly Candidate[]): void {
    const inexact = candidates.filter(({ exact }) => !exact);
    const overlaps = new FastifyOverlaps<Candidate>();
    for (const candidate of inexact) for (const { segments } of candidate.paths) overlaps.add(segments, candidate);
    const taken = new Set<string>();
    // Of two whose paths have one shape the first is meant, as in the trie; those that are checked come before the rest.
    for (const candidate of [...inexact, ...candidates.filter(({ exact }) => exact)]) {
      for (const { path, shape, segments } of candidate.paths) {
        if (taken.has(shape)) continue;
        taken.add(shape);
        const decisive = (candidate.exact || candidate.provable) && !overlaps.has(segments, candidate);
        this.#matcher.on(method, path, ignore, { candidate, decisive, names: parameterKeys(segments) });
      }
    }
  }

  #search(path: string, method: string): Found {
    const others: Route[] = [];
    const result: { found: Found | null } = { found: null };
    this.#trie.search(path, (candidate) => {
      const found = capture(candidate, path);
      if (found === null) return false;
      if (!candidate.route.methods.includes(method)) {
        others.push(candidate.route);
        return false;
      }
      result.found = found;
      return true;
    });
    return result.found ?? { route: null, params: noParams, allow: methodsOf(others) };
  }
}

const ignore = (): void => undefined;

const createCandidate = (route: Route): Candidate => {
  const { regexp, captures } = patternRegExp(route.pattern);
  const paths = fastifyPaths(route.pattern);
  return {
    route,
    regexp,
    params: captures.length > 0 ? createParamsReader(route.pattern, captures) : null,
    paths,
    exact: isExactPattern(route.pattern),
    provable: isProvable(route.pattern),
  };
};

// The expression of the path does not hold every constraint, and not all of each; and with an optional parameter or a
// wildcard behind them, it may give a constrained one other segments than its own.
const isProvable = (pattern: RoutePattern): boolean =>
  !pattern.segments.some(
    (segment) => segment.kind === 'wildcard' || (segment.kind === 'parameter' && segment.optional),
  ) && patternParameters(pattern).every(({ constraint }) => constraint === null || constraintSource(constraint).exact);

const parameterKeys = (segments: readonly RouteSegment[]): Leaf['names'] =>
  segments.flatMap((segment) => {
    if (segment.kind === 'parameter') return [[segment.parameter.name, segment.parameter.name] as const];
    return segment.kind === 'wildcard' ? [[segment.parameter.name, '*'] as const] : [];
  });

const capture = ({ route, regexp, params }: Candidate, path: string): Found | null => {
  const captures = regexp.exec(path);
  if (captures === null) return null;
  return { route, params: params === null ? noParams : params(captures.slice(1)), allow: noMethods };
};

/** The parameters of an exact match; without escapes there is nothing to decode. */
const readParams = ({ store: { names }, params }: FastifyMatch<Leaf>): Params => {
  if (names.length === 0) return noParams;
  const read = Object.create(null) as Record<string, string>;
  for (const [name, key] of names) read[name] = params[key] ?? '';
  return read;
};

const methodsOf = (routes: readonly Route[]): string[] => [
  ...new Set(routes.flatMap((route) => (route.files ? [] : route.methods))),
];
