import type { Middleware } from '@taproot/core';
import { addMiddleware, excludeMiddleware } from './applied-middleware.ts';
import type { Constraints } from './parse-pattern.ts';
import type { RouteDefinition } from './route-definition.ts';

/** What a registration method returns: settings of the route, or routes, just registered. */
export class RouteAction<Params extends string = string> {
  readonly #routes: readonly RouteDefinition[];

  constructor(routes: readonly RouteDefinition[]) {
    this.#routes = routes;
  }

  /** Names the route, behind the name prefix of its scope. */
  name(name: string): this {
    return this.#each((route) => {
      route.name = route.namePrefix + name;
    });
  }

  /** Middleware for this route alone, inside that of its scope. */
  middleware(...middleware: Middleware[]): this {
    return this.#each((route) => {
      Object.assign(route, addMiddleware(route, middleware));
    });
  }

  /** Takes middleware of the same signature off this route, global ones too; what is added behind it stays. */
  withoutMiddleware(...middleware: Middleware[]): this {
    return this.#each((route) => {
      Object.assign(route, excludeMiddleware(route, middleware));
    });
  }

  /** What the whole value of a parameter must match; other values are as if the route did not exist. */
  where(name: Params, constraint: string | RegExp): this;
  where(constraints: Partial<Record<Params, string | RegExp>>): this;
  where(first: Params | Partial<Record<Params, string | RegExp>>, constraint: string | RegExp = ''): this {
    const given: Constraints = typeof first === 'string' ? { [first]: constraint } : (first as Constraints);
    return this.#each((route) => {
      route.constraints = { ...route.constraints, ...given };
    });
  }

  /** Leaves the body unread and unparsed: the handler takes `await ctx.request().rawBody()`, or the stream itself. */
  rawBody(): this {
    return this.#each((route) => {
      route.rawBody = true;
    });
  }

  #each(change: (route: RouteDefinition) => void): this {
    for (const route of this.#routes) change(route);
    return this;
  }
}
