import { resolve } from 'node:path';
import type { Handler, Place } from '@taproot/core';
import { errors } from '../errors.ts';
import type { RouteDefinition } from './route-definition.ts';

/** A scope that was derived from another, by which method and where. */
export interface MadeScope {
  readonly method: string;
  readonly place: Place;
}

/** Every route of one application while routes may still be registered. */
export class RouteRegistry {
  readonly #routes = new Set<RouteDefinition>();
  readonly #unused = new Set<MadeScope>();
  #fallback: Handler | null = null;
  readonly #basePath: string;
  #frozen = false;

  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  /** A path of the author's, relative ones within the application. */
  path(path: string): string {
    return resolve(this.#basePath, path);
  }

  add(route: RouteDefinition): RouteDefinition {
    if (this.#frozen) throw errors.E_ROUTE_FROZEN({ method: route.label, path: route.path });
    this.#routes.add(route);
    return route;
  }

  /** The route of this name; undefined when there is none. */
  named(name: string): RouteDefinition | undefined {
    for (const route of this.#routes) if (route.name === name && name !== '') return route;
    return undefined;
  }

  /** Every name given. */
  names(): string[] {
    return [...this.#routes].map(({ name }) => name).filter((name) => name !== '');
  }

  remove(route: RouteDefinition): void {
    this.#routes.delete(route);
  }

  get fallback(): Handler | null {
    return this.#fallback;
  }

  set fallback(handler: Handler) {
    if (this.#frozen) throw errors.E_ROUTE_FROZEN({ method: 'ANY', path: '(fallback)' });
    this.#fallback = handler;
  }

  /** Notes a scope, from which something must have come by the freeze. */
  note(scope: MadeScope): void {
    // Whoever makes one for each request is told by `add()`, and must not be kept.
    if (!this.#frozen) this.#unused.add(scope);
  }

  /** Notes that a route, a group or another scope came of a scope. */
  use(scope: MadeScope | null): void {
    if (scope !== null) this.#unused.delete(scope);
  }

  /** Takes no more routes. `E_ROUTE_SCOPE` for a scope without any: its author meant it to change another. */
  freeze(): void {
    const [unused] = this.#unused;
    if (unused !== undefined) throw errors.E_ROUTE_SCOPE({ method: unused.method, place: unused.place.toString() });
    this.#frozen = true;
  }

  [Symbol.iterator](): IterableIterator<RouteDefinition> {
    return this.#routes.values();
  }
}
