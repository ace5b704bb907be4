import type { Context, Handler } from '@taproot/core';
import type { GivenMiddleware, ParamNames, RouteMetaValues } from '@taproot/core/internal';
import type { HandlerResult } from '@taproot/core/plugin';
import type { StaticFileSystem } from '../files/memory-files.ts';
import { staticDirectory, staticFile, staticFileSystem } from '../files/static-handlers.ts';
import type { StaticOptions } from '../files/static-options.ts';
import { checkGroup } from '../handler/check-handler.ts';
import type { BoundIn } from '../handler/controller-action.ts';
import type { GivenResource, RouteHandler } from '../handler/route-handler.ts';
import { fetchMount, nodeMount } from '../mount/mount.ts';
import type { FetchHandler, MountOptions, NodeHandler } from '../mount/mounted.ts';
import type { FindBound } from '../pattern/bind-parameters.ts';
import { addMiddleware, excludeMiddleware } from './applied-middleware.ts';
import { redirectLocation } from './redirect-location.ts';
import type { ResourceAction } from './resource-action.ts';
import { addResource, type ResourceOptions } from './resource-routes.ts';
import type { RouteAction } from './route-action.ts';
import { addMeta } from './route-meta.ts';
import { every, givenMethods, only, type RouteMethod } from './route-methods.ts';
import type { DeclaredSocket, RouteRegistry } from './route-registry.ts';
import type { About, Scope, ScopeSettings } from './scope.ts';

/**
 * Registers routes within a scope. A router is immutable: `prefix`, `name`, `middleware`, `where`, `bind` and the like return a new one.
 * `Inherited` are the parameters of the scope's prefix, `Bound` the values of bound parameters.
 */
export class Router<Inherited extends string = never, Bound extends object = object> {
  /** Collects the routes of the application. */
  protected readonly registry: RouteRegistry;
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.registry = scope.registry;
    this.#scope = scope;
  }

  /** A scope whose paths begin with `path`. */
  prefix<Path extends string>(path: Path): Router<Inherited | ParamNames<Path>, Bound> {
    return this.#derive('prefix', { prefix: this.#scope.whole(path) });
  }

  /** A scope whose route names begin with `prefix`: `name('admin.')`. */
  name(prefix: string): Router<Inherited, Bound> {
    return this.#derive('name', { names: this.#scope.settings.names + prefix });
  }

  /** A scope whose routes also run this middleware, inside of their earlier middleware. */
  middleware(...middleware: GivenMiddleware[]): Router<Inherited, Bound> {
    return this.#derive('middleware', addMiddleware(this.#scope.settings, middleware));
  }

  /**
   * A scope without earlier middleware with the same signatures, also without such global middleware. Middleware that is added later stays.
   */
  withoutMiddleware(...middleware: GivenMiddleware[]): Router<Inherited, Bound> {
    return this.#derive('withoutMiddleware', excludeMiddleware(this.#scope.settings, middleware));
  }

  /**
   * A scope whose routes have this metadata, for plugins that read `RouteInfo.meta`. A key replaces the same key of the
   * outer scope; a route may replace it again.
   * @throws E_ROUTE_META for anything but an object.
   * @example route.prefix('/admin').meta({ audit: 'write' }).group((admin) => admin.get('/users', list))
   */
  meta(values: RouteMetaValues): Router<Inherited, Bound> {
    return this.#derive('meta', { meta: addMeta(this.#scope.settings.meta, values) });
  }

  /**
   * A scope in which the whole value of the parameter `name` must match `constraint`.
   * @throws E_ROUTE_WHERE at boot when no route of the scope has that parameter.
   */
  where(name: string, constraint: string | RegExp): Router<Inherited, Bound> {
    return this.#derive('where', {
      constraints: { ...this.#scope.settings.constraints, [name]: constraint },
      whereCalls: [...this.#scope.settings.whereCalls, this.registry.noteWhere(name)],
    });
  }

  /**
   * A scope that binds a parameter to the value that `find` returns, such as a row. Handlers get it as their second argument. If `find`
   * returns null or undefined, the response is 404. `find` runs once for each request, after all middleware, and only if the value matches
   * the constraint. Its third argument has the bound parameters of the prefix.
   * @throws E_ROUTE_BIND at boot when no route of the scope has that parameter; E_ROUTE_BIND_OPTIONAL when it is optional.
   * @example route.bind('room', (id) => Room.find(id)).get('/rooms/{room}', (ctx, { room }) => ({ name: room.name }))
   */
  bind<Name extends string, Found>(
    name: Name,
    find: (value: string, ctx: Context, bound: BoundIn<Bound, Inherited>) => Found | Promise<Found>,
  ): Router<Inherited, Omit<Bound, Name> & Readonly<Record<Name, NonNullable<Found>>>> {
    // A name that is bound again moves to the end of the order.
    const bindings = new Map([...this.#scope.settings.bindings].filter(([bound]) => bound !== name));
    // The type of the map does not know the names. A route gets only the parameters of its path.
    bindings.set(name, find as FindBound);
    const whereCalls = [...this.#scope.settings.whereCalls, this.registry.noteWhere(name, [], 'bind')];
    return this.#derive('bind', { bindings, whereCalls });
  }

  /** Registers the routes of `register`, which takes a router of this scope. */
  group(register: (router: Router<Inherited, Bound>) => void): this {
    checkGroup(register);
    register(new Router(this.#scope.inner()));
    return this;
  }

  /**
   * Answers GET, and HEAD with the same headers. The handler gets the context, which knows the parameters of the path. The handler is a
   * function, or a method of a controller, `[UserController, 'show']`. Taproot makes one object of the class, without arguments, when its
   * first route is registered. All routes with the class share that object.
   * @throws E_ROUTE_PATTERN for an invalid path; E_ROUTE_HANDLER for a handler that is not a function; E_CONTROLLER_CLASS and
   * E_CONTROLLER_ACTION for an invalid reference; E_CONTROLLER_NEW when the constructor throws; E_ROUTE_FROZEN after the application has
   * booted.
   * @example route.get('/status', () => ({ status: 'ok' }))
   * @example route.get('/users/{id}', [UserController, 'show']).name('users.show')
   */
  get<Path extends string, Result = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#scope.add(only.get, path, handler);
  }

  /**
   * Answers GET by a connection of another protocol: a socket that `socket()` of `@taproot/websocket` declares. Its path is that of the
   * declaration. Middleware of the scope runs before the connection opens.
   * @throws E_ROUTE_PATTERN for an invalid path; E_ROUTE_FROZEN after the application has booted.
   * @example route.middleware(middleware.auth()).socket(room)
   */
  socket(declared: DeclaredSocket): RouteAction {
    const { path, handler, describe } = declared;
    this.registry.sockets.add(declared);
    const about: About = { handlerName: 'socket', socket: describe };
    const action: RouteAction = this.#scope.add(only.get, path, handler, about);
    return action.meta({ upgrade: 'websocket' });
  }

  /** Answers only HEAD. See `get()`. */
  head<Path extends string, Result = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#scope.add(only.head, path, handler);
  }

  /** Answers POST. See `get()`. */
  post<Path extends string, Result = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#scope.add(only.post, path, handler);
  }

  /** Answers PUT. See `get()`. */
  put<Path extends string, Result = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#scope.add(only.put, path, handler);
  }

  /** Answers PATCH. See `get()`. */
  patch<Path extends string, Result = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#scope.add(only.patch, path, handler);
  }

  /** Answers DELETE. See `get()`. */
  delete<Path extends string, Result = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#scope.add(only.delete, path, handler);
  }

  /** Answers OPTIONS. CORS preflights do not need it. See `get()`. */
  options<Path extends string, Result = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#scope.add(only.options, path, handler);
  }

  /** Answers every method. */
  any<Path extends string, Result = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#scope.add(every, path, handler);
  }

  /**
   * Answers the given methods; GET includes HEAD.
   * @throws E_ROUTE_METHOD for a method that no route can answer, and for an empty list.
   */
  match<Path extends string, Result = HandlerResult, Controller = unknown>(
    methods: readonly RouteMethod[],
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#scope.add(givenMethods(methods, this.#scope.whole(path)), path, handler);
  }

  /**
   * Redirects a path to a location, which is a path or an absolute address; with 302 unless you give another status. Fills in the
   * parameters of the path, and keeps the query of the request.
   * @throws E_ROUTE_REDIRECT for a parameter in the location that the path does not have.
   * @example route.redirect('/user/{user}', '/users/{user}/overview', 301)
   */
  redirect(path: string, location: string, status = 302): RouteAction {
    const locate = redirectLocation(this.#scope.whole(path), location);
    const handler: Handler = (ctx) => ctx.response().redirectAway(status, locate(ctx));
    const about: About = { kind: 'redirect', handlerName: `redirect ${location}`, redirect: { location, status } };
    return this.#scope.add(every, path, handler, about);
  }

  /**
   * Registers the actions of a controller, under names such as `posts.index`: GET `path` index, POST `path` store, GET `path/{id}` show,
   * PUT and PATCH `path/{id}` update, DELETE `path/{id}` destroy. Taproot makes one object of a class, which all routes with this class
   * share. If its constructor needs arguments, pass an object.
   * @throws E_RESOURCE_CONTROLLER for a controller without any of the actions; E_CONTROLLER_NEW when the constructor throws.
   * @example route.resource('/posts', PostController)
   */
  resource<A = HandlerResult, B = HandlerResult, C = HandlerResult, D = HandlerResult, E = HandlerResult>(
    path: string,
    given: GivenResource<Bound, A, B, C, D, E>,
    options: ResourceOptions = {},
  ): ResourceAction {
    return addResource(this.#scope, path, given, options);
  }

  /**
   * Lets code that takes a Web-standard `Request` and returns a `Response` answer every method at `path` and below it: an application of
   * Hono, GraphQL Yoga, tRPC. Give a function or an object with `fetch()`. A function with a second parameter also gets the context. Your
   * other routes win over a mount. The code gets the address and the body as they were sent, unless `strip` cuts off `path`.
   * @throws E_MOUNT_HANDLER for anything that does not answer Web-standard requests; E_ROUTE_PATTERN for a path with `{path*}`.
   * @example route.middleware(middleware.auth()).mount('/graphql', yoga)
   * @example route.mount('/api/auth', auth.handler)
   */
  mount<Path extends string>(
    path: Path,
    handler: FetchHandler,
    options: MountOptions = {},
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#mount(path, 'mount', options, (depth) => fetchMount(handler, options, depth));
  }

  /**
   * Lets a listener of node:http answer every method at `path` and below it: an application of Express or Connect, `koa.callback()`. As in
   * Express, `req.url` has no `path`, and `req.baseUrl` and `req.originalUrl` tell it; `{ strip: false }` leaves the address as it was sent.
   * A router or a middleware with a third parameter passes on what it does not know, which is a 404.
   * @throws E_MOUNT_HANDLER for anything but a function; E_ROUTE_PATTERN for a path with `{path*}`.
   * @example route.mountNode('/old', express)
   */
  mountNode<Path extends string>(
    path: Path,
    listener: NodeHandler,
    options: MountOptions = {},
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#mount(path, 'mountNode', options, (depth) => nodeMount(listener, options, depth));
  }

  /**
   * Serves the files of a directory below `path`; a relative directory starts at the application's folder. Options:
   * `maxAge` in seconds (default 0), `immutable`, `index` (default `index.html`), `dotfiles`, `symlinks`.
   * @throws E_STATIC_ROOT when there is no such directory.
   */
  static(path: string, directory: string, options?: StaticOptions): RouteAction {
    return this.#scope.files(path, staticDirectory(this.registry.path(directory), options), `static ${directory}`);
  }

  /** Serves one file at `path`; the file is relative to the application's folder. */
  staticFile(path: string, file: string): RouteAction {
    const handler = staticFile(this.registry.path(file));
    return this.#scope.add(only.get, path, handler, { kind: 'files', handlerName: `file ${file}` });
  }

  /**
   * Serves files from memory, or from anything else that is a `StaticFileSystem`, below `path`. The options are those
   * of `static()`.
   */
  staticFS(path: string, fileSystem: StaticFileSystem, options?: StaticOptions): RouteAction {
    return this.#scope.files(path, staticFileSystem(fileSystem, options), 'file system');
  }

  #mount(path: string, name: string, { upgrade }: MountOptions, make: (depth: number) => Handler): RouteAction {
    const action = this.#scope.mount(path, make, name);
    return upgrade === undefined ? action : action.meta({ upgrade: 'websocket' });
  }

  #derive<Names extends string = Inherited, Values extends object = Bound>(
    method: string,
    change: Partial<ScopeSettings>,
  ): Router<Names, Values> {
    return new Router<Names, Values>(this.#scope.derive(method, change));
  }
}
