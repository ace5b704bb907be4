import type { Middleware } from '@taproot/core';
import { errors } from '../errors.ts';
import type { RouteDefinition } from '../router/route-definition.ts';
import { checkMiddleware } from './check-middleware.ts';

/** A route as far as its chain goes. */
type Chained = Pick<RouteDefinition, 'middleware' | 'excluded'> & { readonly place: RouteDefinition['place'] | string };

const nameOf = (middleware: Middleware): string => middleware.constructor.name || 'object';

/**
 * Decides, at freeze, which middleware run for a route. A signature runs once in a chain; given twice, the inner one takes
 * the place of the outer, so that a route can override what its group or the application applies.
 */
export class MiddlewareChains {
  readonly global: readonly Middleware[];
  readonly #owners = new Map<string, Middleware>();
  readonly #prepared = new Set<Middleware>();

  constructor(global: readonly Middleware[]) {
    this.global = global;
  }

  /** The chain of a route, outermost first, with the excluded taken out; without a route, the global one. */
  of({ middleware, excluded, place }: Chained = { middleware: [], excluded: [], place: '' }): Middleware[] {
    checkMiddleware([...middleware, ...excluded], place);
    const steps = new Map<string, Middleware>();
    for (const step of [...this.global, ...middleware]) {
      this.#admit(step);
      steps.set(step.signature(), step);
    }
    for (const step of excluded) steps.delete(step.signature());
    return [...steps.values()];
  }

  /** Prepares a middleware the first time it is used; two of one signature must be of one make. */
  #admit(step: Middleware): void {
    if (this.#prepared.has(step)) return;
    this.#prepared.add(step);
    const signature = step.signature();
    const first = this.#owners.get(signature);
    if (first === undefined) this.#owners.set(signature, step);
    else if (first.constructor !== step.constructor || (step.constructor === Object && first.handle !== step.handle))
      throw errors.E_MIDDLEWARE_SIGNATURE({ signature, first: nameOf(first), second: nameOf(step) });
    step.prepare?.();
  }
}
