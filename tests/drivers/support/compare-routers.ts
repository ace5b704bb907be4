import { isDeepStrictEqual } from 'node:util';
import type { Found, Route, RouteFinder } from '@taproot/core/internal';
import type { RoutePattern } from '@taproot/core/plugin';
import { parsePattern, patternParameters, patternShape } from '../../../plugins/routing/src/pattern/parse-pattern.ts';
import { patternRegExp } from '../../../plugins/routing/src/pattern/pattern-regexp.ts';
import { createParamsReader } from '../../../plugins/routing/src/pattern/route-params.ts';
import { RouteSearch } from '../../../plugins/routing/src/router/route-search.ts';
import { routeRecord } from '../../routing/support/route-record.ts';
import { Random } from '../../support/random.ts';
import { randomPath, randomPattern } from './random-routes.ts';

const route = (methods: readonly string[], path: string, flags = '', files = false): Route => {
  const constrained = flags !== '' && /\/\{p0\}(?:\/|$)/.test(path);
  return routeRecord(methods, path, {
    pattern: parsePattern(path, constrained ? { p0: new RegExp('ab?', flags) } : {}),
    files,
  });
};

const summary = ({ route: match, params, allow }: Found, path: string, method: string) => ({
  path,
  method,
  match: match?.info.path ?? null,
  params: Object.entries(params),
  allow: allow.toSorted(),
});

/**
 * What the expression of a path cannot always hold: each capture fits the constraint of its parameter, and no optional
 * parameter is left out before one that is given.
 */
const fits = (pattern: RoutePattern, captures: readonly (string | undefined)[]): boolean =>
  patternParameters(pattern).every(({ constraint }, at) => {
    const value = captures[at];
    if (value === undefined) return captures.slice(at).every((later) => later === undefined);
    return constraint === null || constraint.test(value);
  });

/** The same search by looking at every route: each expression is tried, and says what the parameters are. */
const searchAll = (routes: readonly Route[], path: string) =>
  routes.flatMap((one) => {
    const { regexp, captures } = patternRegExp(one.pattern);
    const values = regexp.exec(path)?.slice(1);
    if (
      values === undefined ||
      !fits(
        one.pattern,
        captures.map((index) => values[index]),
      )
    )
      return [];
    return [{ one, params: createParamsReader(one.pattern, captures)(values) }];
  });

/** What is wrong with what a finder found; null when it is one of the routes that fit, with its parameters. */
const fault = (finder: RouteFinder, routes: readonly Route[], path: string, method: string): object | null => {
  const found = finder.find(path, method);
  const seen = summary(found, path, method);
  const fitting = searchAll(routes, path);
  const own = fitting.filter(({ one }) => one.methods.includes(method));
  const meant = own.find(({ one }) => one === found.route);
  const allow = own.length > 0 ? [] : [...new Set(fitting.flatMap(({ one }) => (one.files ? [] : one.methods)))];
  const expected = summary({ route: meant?.one ?? null, params: meant?.params ?? {}, allow }, path, method);
  const right = own.length === 0 || meant !== undefined;
  return right && isDeepStrictEqual(seen, expected)
    ? null
    : { seen, expected, fitting: fitting.map(({ one }) => `${one.methods.join('|')} ${one.info.path}`) };
};

// What cannot be part of an expression over the whole path.
const odd = ['^[a-z]+$', '(?!ab?$)[a-z]+', '^a|^b', '(.)\\1?.*', '\\b[^b]+(?<!-)', '.+$', '(?:^a|b)+'];

const withOddConstraints = (random: Random, pattern: string): string =>
  pattern.replaceAll(/(?<=:)(?:\[a-z\]\+|a\|b|\.\{2,\})(?=\})/g, (plain) =>
    random.chance(0.5) ? random.pick(odd) : plain,
  );

/** Routes of random patterns, each method and shape once, as the route table sees to. */
const randomRoutes = (random: Random): Route[] => {
  const taken = new Set<string>();
  return random
    .list(1 + random.below(25), () => {
      const one = route(
        random.pick([['GET', 'HEAD'], ['POST'], ['PUT', 'PATCH'], ['GET', 'HEAD', 'POST'], ['DELETE']]),
        withOddConstraints(random, randomPattern(random)),
        random.chance(0.05) ? 'i' : '',
        random.chance(0.1),
      );
      const keys = one.methods.map((method) => `${method} ${patternShape(one.pattern)}`);
      if (keys.some((key) => taken.has(key))) return null;
      for (const key of keys) taken.add(key);
      return one;
    })
    .filter((one) => one !== null);
};

/** Asks the search, in so many random route tables, for forty random paths each; looking at every route is the judge. */
export const compareRouters = (tables: number, seed: number) => {
  const random = new Random(seed);
  const differences: object[] = [];
  let matches = 0;
  for (let table = 0; table < tables; table++) {
    const routes = randomRoutes(random);
    const finder = new RouteSearch(routes);
    for (let request = 0; request < 40; request++) {
      const path = randomPath(random);
      const method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
      if (finder.find(path, method).route !== null) matches++;
      const found = fault(finder, routes, path, method);
      if (found !== null) differences.push({ table, ...found });
    }
  }
  return { tables, matches, differences };
};
