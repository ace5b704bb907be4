import type { GivenMiddleware, RouteMetaValues } from '@taproot/core/internal';
import { addMiddleware, excludeMiddleware } from './applied-middleware.ts';
import type { RouteDefinition } from './route-definition.ts';
import { addMeta } from './route-meta.ts';
import type { RouteRegistry } from './route-registry.ts';

export type ResourceActionName = 'index' | 'show' | 'store' | 'update' | 'destroy';

/** The routes of `resource()`: each action with its methods, and the suffix of its path. */
export const resourceRoutes: readonly (readonly [ResourceActionName, methods: readonly string[], below: string])[] = [
  ['index', ['GET', 'HEAD'], ''],
  ['store', ['POST'], ''],
  ['show', ['GET', 'HEAD'], '/{id}'],
  ['update', ['PUT', 'PATCH'], '/{id}'],
  ['destroy', ['DELETE'], '/{id}'],
];

type Names = readonly [ResourceActionName[]] | readonly ResourceActionName[];

/** The result of `resource()`: settings of its five routes. */
export class ResourceAction {
  readonly #registry: RouteRegistry;
  readonly #routes: ReadonlyMap<ResourceActionName, RouteDefinition>;

  constructor(registry: RouteRegistry, routes: ReadonlyMap<ResourceActionName, RouteDefinition>) {
    this.#registry = registry;
    this.#routes = routes;
  }

  /** Keeps only these actions. */
  only(...names: Names): this {
    const kept = new Set(names.flat());
    return this.#keep((action) => kept.has(action));
  }

  /** Leaves these actions out. */
  except(...names: Names): this {
    const dropped = new Set(names.flat());
    return this.#keep((action) => !dropped.has(action));
  }

  /** Replaces the beginning of the names: `name('blog')` gives `blog.index`, `blog.show` ... */
  name(prefix: string): this {
    for (const [action, route] of this.#routes) route.name = `${route.namePrefix}${prefix}.${action}`;
    return this;
  }

  /** Adds middleware to every remaining action, inside of its other middleware. */
  middleware(...middleware: GivenMiddleware[]): this {
    for (const route of this.#routes.values()) Object.assign(route, addMiddleware(route, middleware));
    return this;
  }

  /** Excludes middleware with the same signatures from every action, also global middleware. */
  withoutMiddleware(...middleware: GivenMiddleware[]): this {
    for (const route of this.#routes.values()) Object.assign(route, excludeMiddleware(route, middleware));
    return this;
  }

  /**
   * Attaches metadata to every remaining action, for plugins that read `RouteInfo.meta`. A key replaces the same key of the scope.
   * @throws E_ROUTE_META for anything but an object.
   * @example route.resource('posts', new PostController()).meta({ audit: 'write' })
   */
  meta(values: RouteMetaValues): this {
    for (const route of this.#routes.values()) route.meta = addMeta(route.meta, values);
    return this;
  }

  /**
   * The whole value of a parameter must match `constraint`, in every action.
   * @throws E_ROUTE_WHERE at boot when no action has that parameter.
   */
  where(name: string, constraint: string | RegExp): this {
    this.#registry.noteWhere(
      name,
      [...this.#routes.values()].map(({ path }) => path),
    );
    for (const route of this.#routes.values()) route.constraints = { ...route.constraints, [name]: constraint };
    return this;
  }

  #keep(wanted: (action: ResourceActionName) => boolean): this {
    for (const [action, route] of this.#routes) if (!wanted(action)) this.#registry.remove(route);
    return this;
  }
}
