import { resolve } from 'node:path';
import type { Handler } from '@taproot/core';
import type { SocketDescription } from '@taproot/core/internal';
import { callPlace, didYouMean, type Place } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { Controllers } from '../handler/controllers.ts';
import { parsePattern, pathParameters } from '../pattern/parse-pattern.ts';
import type { RouteDefinition } from './route-definition.ts';

/** A scope that was derived from another one: the method that made it, and the line of the call. */
export interface MadeScope {
  readonly method: string;
  readonly place: Place;
}

/** A call of `where()` or `bind()`: its parameter, and the paths of its routes. */
export interface WhereCall {
  readonly method: 'where' | 'bind';
  readonly parameter: string;
  readonly place: Place;
  readonly paths: string[];
}

/** Throws `E_ROUTE_WHERE` for a parameter that none of the routes has, because the constraint would silently do nothing. */
const checkWhere = ({ method, parameter, place, paths }: WhereCall): void => {
  const parameters = paths.flatMap((path) => pathParameters(parsePattern(path, {}, place)));
  const known = new Set(parameters.map(({ name }) => name));
  if (method === 'bind' && parameters.some(({ name, optional }) => name === parameter && optional))
    throw errors.E_ROUTE_BIND_OPTIONAL({ parameter, place: place.toString() });
  if (paths.length === 0 || known.has(parameter)) return;
  throw errors[method === 'where' ? 'E_ROUTE_WHERE' : 'E_ROUTE_BIND']({
    parameter,
    place: place.toString(),
    hint: didYouMean(parameter, known),
    known: [...known].join(', ') || 'none',
  });
};

/** The routes from which the route table is built. */
export interface Routes extends Iterable<RouteDefinition> {
  /** The fallback for paths without a route; null for 404. */
  readonly fallback: RouteDefinition | null;
}

/** A declared socket: the path of its route, and a handler that answers with `ctx.response().upgrade()`. */
export interface DeclaredSocket {
  /** The path of its route: `/rooms/{room}`. */
  readonly path: string;
  /** The handler of its route. */
  readonly handler: Handler;
  /** Describes its messages, for tools. */
  readonly describe: () => SocketDescription;
}

/** Every route of one application while routes may still be registered. */
export class RouteRegistry implements Routes {
  /** The controllers that routes name by their class. */
  readonly controllers = new Controllers();
  /** The sockets of `route.socket()`. */
  readonly sockets = new Set<DeclaredSocket>();
  readonly #routes = new Set<RouteDefinition>();
  readonly #unused = new Set<MadeScope>();
  readonly #whereCalls: WhereCall[] = [];
  #fallback: RouteDefinition | null = null;
  readonly #basePath: string;
  #frozen = false;

  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  /** Resolves a path of the application: relative ones start at its folder. */
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

  get fallback(): RouteDefinition | null {
    return this.#fallback;
  }

  set fallback(route: RouteDefinition) {
    if (this.#frozen) throw errors.E_ROUTE_FROZEN({ method: route.label, path: '(fallback)' });
    this.#fallback = route;
  }

  /** Notes a scope. At the end of boot, a scope without routes is an error. */
  note(scope: MadeScope): void {
    // Does not keep scopes that are made after the boot, perhaps by every request; add() reports that mistake.
    if (!this.#frozen) this.#unused.add(scope);
  }

  /** Notes that a scope has a route, a group or an inner scope. */
  use(scope: MadeScope | null): void {
    if (scope !== null) this.#unused.delete(scope);
  }

  /** Notes a call of `where()` or `bind()`. Its paths are checked at the end of boot, because a scope gets its routes one by one. */
  noteWhere(parameter: string, paths: readonly string[] = [], method: WhereCall['method'] = 'where'): WhereCall {
    const call: WhereCall = { method, parameter, place: callPlace(), paths: [...paths] };
    if (!this.#frozen) this.#whereCalls.push(call);
    return call;
  }

  /**
   * Accepts no more routes. Throws `E_ROUTE_SCOPE` for a scope without routes: most likely the developer expected it to change another
   * scope.
   */
  freeze(): void {
    const [unused] = this.#unused;
    if (unused !== undefined) throw errors.E_ROUTE_SCOPE({ method: unused.method, place: unused.place.toString() });
    for (const call of this.#whereCalls) checkWhere(call);
    this.#frozen = true;
  }

  [Symbol.iterator](): IterableIterator<RouteDefinition> {
    return this.#routes.values();
  }
}
