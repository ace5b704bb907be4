import type { Middleware } from '@taproot/core';
import { errors } from '../errors.ts';
import { type AppliedMiddleware, middlewareName } from '../router/applied-middleware.ts';

/**
 * Decides at the end of boot which middleware run for a route. A signature runs once in a chain. If it is given twice, the inner one
 * replaces the outer, so that a route can override the middleware of its group or of the application.
 */
export class MiddlewareChains {
  readonly global: readonly Middleware[];
  readonly #owners = new Map<string, Middleware>();
  readonly #prepared = new Set<Middleware>();

  constructor(global: readonly Middleware[]) {
    this.global = global;
  }

  /** The chain of a route, outermost first, without the global middleware that the route excludes. Without a route, the global chain. */
  of({ middleware, excluded }: AppliedMiddleware = { middleware: [], excluded: [] }): Middleware[] {
    const without = new Set(excluded.map((step) => step.signature()));
    const steps = new Map<string, Middleware>();
    for (const step of this.global) {
      this.#admit(step);
      if (!without.has(step.signature())) steps.set(step.signature(), step);
    }
    for (const step of middleware) {
      this.#admit(step);
      steps.set(step.signature(), step);
    }
    return [...steps.values()];
  }

  /** Prepares a middleware at its first use. Two middleware with the same signature must have the same class or function. */
  #admit(step: Middleware): void {
    if (this.#prepared.has(step)) return;
    this.#prepared.add(step);
    const signature = step.signature();
    const first = this.#owners.get(signature);
    if (first === undefined) this.#owners.set(signature, step);
    else if (first.constructor !== step.constructor || (step.constructor === Object && first.handle !== step.handle))
      throw errors.E_MIDDLEWARE_SIGNATURE({
        signature,
        first: middlewareName(first),
        second: middlewareName(step),
        where: '',
      });
    step.prepare?.();
  }
}
