import type { IncomingMessage } from 'node:http';
import type { DriverRoute, Middleware } from '@taproot/core';
import { RouteTrie } from '../drivers/route-trie.ts';
import type { Run } from './compose.ts';

type Stack = readonly Middleware[];

interface Entry {
  readonly methods: readonly string[];
  /** Null where the route has the global middleware as it is. */
  readonly stack: Stack | null;
}

/**
 * By OPTIONS a browser asks whether it may send another method (Fetch 4.8, `Access-Control-Request-Method`). Around the
 * answer stands the global middleware as the route asked about has it: overridden by its own, less what it excludes.
 */
export class Preflights {
  readonly #global: Stack;
  readonly #trie = new RouteTrie<Entry>();
  #differ = false;

  constructor(global: Stack) {
    this.#global = global;
  }

  /** Adds a route with the whole chain that runs for it. */
  add({ pattern, methods }: Pick<DriverRoute, 'pattern' | 'methods'>, chain: Stack): void {
    const global = new Set(this.#global.map((step) => step.signature()));
    const own = chain.filter((step) => global.has(step.signature()));
    const same = own.length === this.#global.length && own.every((step, at) => step === this.#global[at]);
    this.#differ ||= !same;
    this.#trie.add(pattern, { methods, stack: same ? null : own });
  }

  /** `plain`, or for a preflight about a route that differs, what `build` makes of its stack. */
  around(plain: Run, build: (stack: Stack) => Run): Run {
    const built = new Map<Stack, Run>();
    return (ctx) => {
      const stack = this.#stackFor(ctx.exchange.req);
      if (stack === null) return plain(ctx);
      let run = built.get(stack);
      if (run === undefined) built.set(stack, (run = build(stack)));
      return run(ctx);
    };
  }

  #stackFor({ method, headers, url = '/' }: IncomingMessage): Stack | null {
    const wanted = headers['access-control-request-method'];
    if (!this.#differ || method !== 'OPTIONS' || wanted === undefined) return null;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    let stack: Stack | null = null;
    this.#trie.search(path, ({ methods, stack: own }) => {
      if (!methods.includes(wanted)) return false;
      stack = own;
      return true;
    });
    return stack;
  }
}
