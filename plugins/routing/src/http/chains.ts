import type { Handler, Middleware } from '@taproot/core';
import type { Chain } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import { HttpContext } from '../exchange/http-context.ts';
import type { Fallback } from '../plan/route-plan.ts';
import { allow as allMethods } from './admission.ts';

/** The chains that run when no route matches. Global middleware runs around them, so that CORS applies to them, too. */
export class Chains {
  /** Answers a request that was refused before routing. */
  readonly refused: Chain;
  /** Answers `OPTIONS *`. */
  readonly serverOptions: Chain;
  readonly #stack: readonly Middleware[];
  readonly #unknown: Chain;
  readonly #others = new Map<string, Chain>();

  constructor(stack: readonly Middleware[], fallback: Fallback | null) {
    this.#stack = stack;
    this.refused = this.#around(refuse);
    this.serverOptions = this.#around(tellMethods);
    // Only a fallback of the application may need the body.
    this.#unknown = fallback === null ? this.#around(notFound) : this.#around(fallback.handler, fallback.rawBody);
  }

  /**
   * The chain for a path without a matching route. `allow` has the methods of the path: 404 if there are none,
   * otherwise 405 (RT-07).
   */
  unmatched(allow: readonly string[]): Chain {
    if (allow.length === 0) return this.#unknown;
    const methods = allow.join(', ');
    let chain = this.#others.get(methods);
    if (chain === undefined) this.#others.set(methods, (chain = this.#around(notAllowed(methods))));
    return chain;
  }

  #around(handler: Handler, rawBody = true): Chain {
    return Object.freeze({ middleware: this.#stack, handler, rawBody });
  }
}

const refuse: Handler = (ctx) => Promise.reject(ctx instanceof HttpContext ? ctx.exchange.refusal : undefined);

const notFound: Handler = () => Promise.reject(errors.E_ROUTE_NOT_FOUND());

// RFC 9110 9.3.7: `OPTIONS *` asks for the methods of the whole server.
const tellMethods: Handler = (ctx) => ctx.response().header('Allow', allMethods).noContent();

// RFC 9110 10.2.1, 15.5.6: both responses list the methods that this address supports.
const notAllowed =
  (allow: string): Handler =>
  (ctx) => {
    const method = ctx.request().method();
    if (method === 'OPTIONS') return ctx.response().header('Allow', allow).noContent();
    throw errors.E_METHOD_NOT_ALLOWED({ method, allow }, { headers: { Allow: allow } });
  };
