import type { RouteDefinition } from './route-definition.ts';

/** The result of `fallback()`: settings of the fallback. */
export class FallbackAction {
  readonly #fallback: RouteDefinition;

  constructor(fallback: RouteDefinition) {
    this.#fallback = fallback;
  }

  /** Leaves the body unread and unparsed. A handler of `handOver()` does not need it. */
  rawBody(): this {
    this.#fallback.rawBody = true;
    return this;
  }
}
