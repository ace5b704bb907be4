import { isDeepStrictEqual } from 'node:util';
import type { Route } from '@taproot/core';
import { FastifyRouter } from '../../../plugins/routing/src/drivers/fastify-router.ts';
import { KoaRouter } from '../../../plugins/routing/src/koa/koa-router.ts';
import { parsePattern, patternShape } from '../../../plugins/routing/src/router/parse-pattern.ts';
import { routeRecord } from '../../routing/support/route-record.ts';
import { Random } from '../../support/random.ts';
import { randomPath, randomPattern } from './random-routes.ts';

export const route = (methods: readonly string[], path: string, flags = '', files = false): Route => {
  const constrained = flags !== '' && /\/\{p0\}(?:\/|$)/.test(path);
  return routeRecord(methods, path, {
    pattern: parsePattern(path, constrained ? { p0: new RegExp('ab?', flags) } : {}),
    files,
  });
};

export const routersOf = (routes: readonly Route[]) => {
  const koa = new KoaRouter();
  for (const one of routes) koa.add(one);
  return { koa, fastify: new FastifyRouter(routes) };
};

export const found = (router: KoaRouter | FastifyRouter, path: string, method: string) => {
  const { route: match, params, allow } = router.find(path, method);
  return { path, method, match: match?.info ?? null, params: Object.entries(params), allow };
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

/** Asks both routers of so many random route tables for forty random paths each: how many matched, and what differed. */
export const compareRouters = (tables: number, seed: number) => {
  const random = new Random(seed);
  const differences: object[] = [];
  let matches = 0;
  for (let table = 0; table < tables; table++) {
    const { koa, fastify } = routersOf(randomRoutes(random));
    for (let request = 0; request < 40; request++) {
      const path = randomPath(random);
      const method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
      const expected = found(koa, path, method);
      const seen = found(fastify, path, method);
      if (expected.match !== null) matches++;
      if (!isDeepStrictEqual(seen, expected)) differences.push({ table, koa: expected, fastify: seen });
    }
  }
  return { tables, matches, differences };
};
