import type { Route } from '@taproot/core/internal';
import { RouteSearch } from '../../../plugins/routing/src/router/route-search.ts';
import { Random } from '../../support/random.ts';
import { routeRecord } from '../support/route-record.ts';

const words = ['a', 'b', 'c', 'users', '7', '42', 'x.y', 'a-b', '1-2'];

/** A segment of a pattern: what it takes, and how specific it is; the smaller number wins. */
interface Slot {
  readonly text: (at: number) => string;
  readonly takes: (segment: string) => boolean;
  readonly rank: number;
}

const literals: readonly Slot[] = words.map((word) => ({
  text: () => word,
  takes: (segment) => segment === word,
  rank: 0,
}));
const mixed: Slot = { text: (at) => `{m${at}}-{n${at}}`, takes: (segment) => /^[^-]+-.+$/.test(segment), rank: 1 };
const digits: Slot = { text: (at) => `{d${at}:[0-9]+}`, takes: (segment) => /^[0-9]+$/.test(segment), rank: 2 };
const any: Slot = { text: (at) => `{p${at}}`, takes: () => true, rank: 3 };
const slots: readonly Slot[] = [...literals, mixed, digits, any, any];
const wildcardRank = 4;

/** A route as the reference knows it: a list of segments, and whether the rest of a path may follow. */
interface Reference {
  readonly pattern: string;
  readonly method: string;
  readonly slots: readonly Slot[];
  readonly wildcard: boolean;
  readonly ranks: readonly number[];
}

const references = (random: Random, count: number): Reference[] => {
  const made = new Map<string, Reference>();
  for (let tries = 0; made.size < count && tries < count * 100; tries++) {
    const chosen = random.list(1 + random.below(5), () => random.pick(slots));
    const wildcard = random.chance(0.15);
    const method = random.pick(['GET', 'POST']);
    const pattern = `/${[...chosen.map((slot, at) => slot.text(at)), ...(wildcard ? ['{rest*}'] : [])].join('/')}`;
    const ranks = [...chosen.map(({ rank }) => rank), ...(wildcard ? [wildcardRank] : [])];
    made.set(`${method} ${pattern}`, { pattern, method, slots: chosen, wildcard, ranks });
  }
  return [...made.values()];
};

const takes = ({ slots, wildcard }: Reference, segments: readonly string[]): boolean =>
  (wildcard ? segments.length > slots.length : segments.length === slots.length) &&
  slots.every((slot, at) => slot.takes(segments[at] ?? ''));

const isMoreSpecific = (one: Reference, other: Reference): boolean => {
  const at = one.ranks.findIndex((rank, index) => rank !== other.ranks[index]);
  return at >= 0 && (one.ranks[at] ?? 0) < (other.ranks[at] ?? 0);
};

/** What a router must find, by looking at every route there is. */
const expected = (routes: readonly Reference[], path: string, method: string): string => {
  const segments = path === '/' ? [] : path.slice(1).split('/');
  const fitting = routes.filter((route) => takes(route, segments));
  const own = fitting.filter((route) => route.method === method);
  const [first, ...others] = own;
  if (first !== undefined)
    return others.reduce((best, route) => (isMoreSpecific(route, best) ? route : best), first).pattern;
  return fitting.length > 0 ? 'another method' : 'nothing';
};

const routeOf = ({ method, pattern }: Reference): Route => routeRecord([method], pattern);

/** Milliseconds of the faster of two calls: the other one may have met the garbage collector, or another process. */
const timed = (work: () => unknown): number => {
  const began = performance.now();
  work();
  const between = performance.now();
  work();
  return Math.min(between - began, performance.now() - between);
};

/** Random paths against a random table. Some paths are far too long. */
export const fuzzRouter = (routes: number, paths: number, seed: number) => {
  const random = new Random(seed);
  const table = references(random, routes);
  const all = table.map(routeOf);
  const router = new RouteSearch(all);
  const faults: string[] = [];
  const times = new Float64Array(paths);
  let matched = 0;
  for (let sent = 0; sent < paths; sent++) {
    const length = random.chance(0.02) ? random.below(200) : random.below(7);
    const path = `/${random.list(length, () => random.pick(words)).join('/')}`;
    const method = random.pick(['GET', 'POST']);
    const right = expected(table, path, method);
    if (right.startsWith('/')) matched++;
    const { route, allow } = router.find(path, method);
    times[sent] = timed(() => router.find(path, method));
    const found = route?.info.path ?? (allow.length > 0 ? 'another method' : 'nothing');
    if (found !== right) faults.push(`${method} ${path}: ${found}, not ${right}`);
  }
  times.sort();
  return {
    routes: table.length,
    paths,
    matched,
    p99: times[Math.floor(paths * 0.99)] ?? 0,
    worst: times.at(-1) ?? 0,
    faults,
  };
};
