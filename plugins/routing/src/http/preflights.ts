import type { IncomingMessage } from 'node:http';
import type { DriverRoute, Middleware } from '@taproot/core';
import { RouteTrie } from '../drivers/route-trie.ts';
import type { Run } from './compose.ts';

type Stack = readonly Middleware[];

/** What a route has in place of global middleware. */
interface Difference {
  readonly overrides: Stack;
  /** It excludes CORS. */
  readonly closed: boolean;
}

interface Entry {
  readonly methods: readonly string[];
  /** Null where the route has the global middleware as it is. */
  readonly difference: Difference | null;
}

/**
 * The one signature that is taken out for another route's sake. It grants and never refuses, so that without it less is
 * allowed; any other may be a guard.
 */
const cors = 'cors';

/**
 * By OPTIONS a browser asks whether it may send another method (Fetch 4.8, `Access-Control-Request-Method`). The route
 * asked about may answer by what it has in place of global middleware, above all by its CORS. Nothing is replaced by it:
 * what goes on inside has all that stands there for any other request, whatever this one says of itself.
 */
export class Preflights {
  readonly #global: ReadonlyMap<string, Middleware>;
  readonly #trie = new RouteTrie<Entry>();
  #differ = false;

  /** `global` as it runs: a signature once. */
  constructor(global: Stack) {
    this.#global = new Map(global.map((step) => [step.signature(), step]));
  }

  /** Adds a route with the whole chain that runs for it. */
  add({ pattern, methods }: Pick<DriverRoute, 'pattern' | 'methods'>, chain: Stack): void {
    const overrides = chain.filter((step) => (this.#global.get(step.signature()) ?? step) !== step);
    const closed = this.#global.has(cors) && !chain.some((step) => step.signature() === cors);
    const differs = overrides.length > 0 || closed;
    this.#differ ||= differs;
    this.#trie.add(pattern, { methods, difference: differs ? { overrides, closed } : null });
  }

  /** What `build` makes of a chain; for a preflight about a route that differs, of the chain with that difference. */
  around(chain: Stack, build: (stack: Stack) => Run): Run {
    const plain = build(chain);
    const built = new Map<Difference, Run>();
    return (ctx) => {
      const difference = this.#askedAbout(ctx.exchange.req);
      if (difference === null) return plain(ctx);
      let run = built.get(difference);
      if (run === undefined) built.set(difference, (run = build(differing(chain, difference))));
      return run(ctx);
    };
  }

  #askedAbout({ method, headers, url = '/' }: IncomingMessage): Difference | null {
    const wanted = headers['access-control-request-method'];
    if (!this.#differ || method !== 'OPTIONS' || wanted === undefined || !headers.origin) return null;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    let difference: Difference | null = null;
    this.#trie.search(path, ({ methods, difference: own }) => {
      if (!methods.includes(wanted)) return false;
      difference = own;
      return true;
    });
    return difference;
  }
}

/** A chain with each override around the step it stands for elsewhere, or around all where there is none. */
const differing = (chain: Stack, { overrides, closed }: Difference): Stack => {
  const stack = closed ? chain.filter((step) => step.signature() !== cors) : [...chain];
  for (const step of overrides.toReversed()) {
    const own = stack.findIndex((other) => other.signature() === step.signature());
    if (stack[own] !== step) stack.splice(Math.max(own, 0), 0, step);
  }
  return stack;
};
