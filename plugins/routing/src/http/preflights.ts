import type { Middleware } from '@taproot/core';
import type { Chain, Exchange, Route } from '@taproot/core/internal';
import { RouteTrie } from '../router/route-trie.ts';

type Stack = readonly Middleware[];

/** How the preflights of one route differ from the global middleware. */
interface Difference {
  readonly overrides: Stack;
  /** Whether the route excludes CORS. */
  readonly closed: boolean;
}

interface Entry {
  readonly methods: readonly string[];
  /** Null if the route does not change the global middleware. */
  readonly difference: Difference | null;
}

/**
 * The only signature that a preflight may lose because a route excludes it. CORS only grants, so without it less is allowed. Any other
 * middleware may be a guard.
 */
const cors = 'cors';

/**
 * With OPTIONS a browser asks whether it may send another method (Fetch 4.8, `Access-Control-Request-Method`). The route of that method may
 * replace global middleware, above all CORS. All other middleware runs as for any other request, whatever this header says.
 */
export class Preflights {
  readonly #global: ReadonlyMap<string, Middleware>;
  readonly #trie = new RouteTrie<Entry>();
  /** Chains with a difference, each made at its first preflight. */
  readonly #made = new Map<Chain, Map<Difference, Chain>>();
  #differ = false;

  /** `global`: the global middleware; each signature occurs once. */
  constructor(global: Stack, routes: readonly Route[]) {
    this.#global = new Map(global.map((step) => [step.signature(), step]));
    for (const route of routes) this.#add(route);
  }

  #add({ pattern, methods, middleware }: Route): void {
    const overrides = middleware.filter((step) => (this.#global.get(step.signature()) ?? step) !== step);
    const closed = this.#global.has(cors) && !middleware.some((step) => step.signature() === cors);
    const differs = overrides.length > 0 || closed;
    this.#differ ||= differs;
    this.#trie.add(pattern, { methods, difference: differs ? { overrides, closed } : null });
  }

  /** The chain of an OPTIONS request. A preflight about a route with its own CORS gets that route's CORS. */
  chain(exchange: Exchange, chain: Chain): Chain {
    const difference = this.#differ ? this.#askedAbout(exchange) : null;
    if (difference === null) return chain;
    let made = this.#made.get(chain);
    if (made === undefined) this.#made.set(chain, (made = new Map()));
    let differing = made.get(difference);
    if (differing === undefined)
      made.set(difference, (differing = { ...chain, middleware: differingStack(chain.middleware, difference) }));
    return differing;
  }

  #askedAbout({ req: { headers }, path }: Exchange): Difference | null {
    const wanted = headers['access-control-request-method'];
    if (wanted === undefined || !headers.origin) return null;
    let difference: Difference | null = null;
    this.#trie.search(path, ({ methods, difference: own }) => {
      if (!methods.includes(wanted)) return false;
      difference = own;
      return true;
    });
    return difference;
  }
}

/** A chain in which each override takes the place of the step that it replaces, or comes first if there is no such step. */
const differingStack = (chain: Stack, { overrides, closed }: Difference): Stack => {
  const stack = closed ? chain.filter((step) => step.signature() !== cors) : [...chain];
  for (const step of overrides.toReversed()) {
    const own = stack.findIndex((other) => other.signature() === step.signature());
    if (stack[own] !== step) stack.splice(Math.max(own, 0), 0, step);
  }
  return stack;
};
