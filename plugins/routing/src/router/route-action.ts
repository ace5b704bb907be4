import type { GivenMiddleware, RouteMetaValues } from '@taproot/core/internal';
import type { Constraints } from '../pattern/parse-pattern.ts';
import { addMiddleware, excludeMiddleware } from './applied-middleware.ts';
import type { RouteDefinition } from './route-definition.ts';
import { addMeta } from './route-meta.ts';
import type { RouteRegistry } from './route-registry.ts';

/** The result of a registration method: settings of the new route or routes. */
export class RouteAction<Params extends string = string> {
  readonly #registry: RouteRegistry;
  readonly #routes: readonly RouteDefinition[];

  constructor(registry: RouteRegistry, routes: readonly RouteDefinition[]) {
    this.#registry = registry;
    this.#routes = routes;
  }

  /** Names the route; for a directory or a mount, its own path. The name prefix of its scope comes before the name. */
  name(name: string): this {
    const [route] = this.#routes;
    if (route !== undefined) route.name = route.namePrefix + name;
    return this;
  }

  /** Adds middleware to this route only, inside of the middleware of its scope. */
  middleware(...middleware: GivenMiddleware[]): this {
    return this.#each((route) => {
      Object.assign(route, addMiddleware(route, middleware));
    });
  }

  /**
   * Removes middleware with the same signature from this route, also global middleware. Middleware that is added later
   * stays.
   */
  withoutMiddleware(...middleware: GivenMiddleware[]): this {
    return this.#each((route) => {
      Object.assign(route, excludeMiddleware(route, middleware));
    });
  }

  /**
   * The pattern that the whole value of a parameter must match. For other values the route does not exist.
   * @throws E_ROUTE_WHERE at boot when the route does not have that parameter.
   */
  where(name: Params, constraint: string | RegExp): this;
  where(constraints: Partial<Record<Params, string | RegExp>>): this;
  where(first: Params | Partial<Record<Params, string | RegExp>>, constraint: string | RegExp = ''): this {
    const given: Constraints = typeof first === 'string' ? { [first]: constraint } : (first as Constraints);
    const paths = this.#routes.map(({ path }) => path);
    for (const parameter of Object.keys(given)) this.#registry.noteWhere(parameter, paths);
    return this.#each((route) => {
      route.constraints = { ...route.constraints, ...given };
    });
  }

  /**
   * Attaches metadata to the route, for plugins that read `RouteInfo.meta`. A key replaces the same key of the scope.
   * @throws E_ROUTE_META for anything but an object.
   * @example route.get('/posts', list).meta({ audit: 'read' })
   */
  meta(values: RouteMetaValues): this {
    return this.#each((route) => {
      route.meta = addMeta(route.meta, values);
    });
  }

  /** Leaves the body unread and unparsed: the handler calls `await ctx.request().rawBody()`, or reads the stream itself. */
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
