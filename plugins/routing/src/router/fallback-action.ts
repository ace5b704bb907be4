import type { RouteDefinition } from './route-definition.ts';

/** The result of `fallback()`: settings of the fallback. */
export class FallbackAction {
  readonly #fallback: RouteDefinition;

  constructor(fallback: RouteDefinition) {
    this.#fallback = fallback;
  }

  /** Leaves the body unread and unparsed. An application behind `handOver()` needs this. */
  rawBody(): this {
    this.#fallback.rawBody = true;
    return this;
  }
}
