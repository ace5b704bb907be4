import { resolve } from 'node:path';
import type { Handler } from '@taproot/core';
import { errors } from '../errors.ts';
import type { RouteDefinition } from './route-definition.ts';

/** Every route of one application while routes may still be registered. */
export class RouteRegistry {
  readonly #routes = new Set<RouteDefinition>();
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

  freeze(): void {
    this.#frozen = true;
  }

  [Symbol.iterator](): IterableIterator<RouteDefinition> {
    return this.#routes.values();
  }
}
