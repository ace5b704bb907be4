import type { RouteDefinition } from './route-definition.ts';

/** The result of `fallback()`: settings of the fallback. */
export class FallbackAction {
  readonly #fallback: RouteDefinition;

  constructor(fallback: RouteDefinition) {
    this.#fallback = fallback;
  }

  /** Leaves the body unread and unparsed, as an application needs it that `handOver()` lets answer. */
  rawBody(): this {
    this.#fallback.rawBody = true;
    return this;
  }
}
