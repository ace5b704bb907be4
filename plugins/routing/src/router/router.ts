import {
  type Context,
  type Handler,
  type HandlerResult,
  type Middleware,
  type ParamNames,
  type ResourceController,
  type RouteMetaValues,
} from '@taproot/core';
import { Place, type SendsPlainData } from '@taproot/core/plugin';
import { type StaticOptions, staticDirectory } from '../files/static-directory.ts';
import { staticFile } from '../files/static-file.ts';
import { staticFileSystem } from '../files/static-fs.ts';
import type { StaticFileSystem } from '../files/static-options.ts';
import { type Bindings, boundNames, type FindBound, noBindings } from '../pattern/bind-parameters.ts';
import { type Constraints, joinPaths, parsePattern } from '../pattern/parse-pattern.ts';
import { type AppliedMiddleware, addMiddleware, excludeMiddleware } from './applied-middleware.ts';
import { checkGroup, namedHandler, resourceController } from './check-handler.ts';
import type { BoundIn, ControllerAction, ControllerClass } from './controller-action.ts';
import { className, handlerName } from './handler-name.ts';
import { ResourceAction, type ResourceActionName, resourceRoutes } from './resource-action.ts';
import { RouteAction } from './route-action.ts';
import type { RouteDefinition } from './route-definition.ts';
import { addMeta, noMeta } from './route-meta.ts';
import type { MadeScope, RouteRegistry, WhereCall } from './route-registry.ts';

/** HTTP methods that `any()` registers. */
export const anyMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** A method for `match()`. */
export type RouteMethod = (typeof anyMethods)[number];

/** The settings that the routes of a scope share. */
export interface Scope extends AppliedMiddleware {
  readonly prefix: string;
  readonly names: string;
  readonly constraints: Constraints;
  readonly bindings: Bindings;
  readonly whereCalls: readonly WhereCall[];
  readonly meta: RouteMetaValues;
}

const rootScope: Scope = Object.freeze({
  prefix: '',
  names: '',
  middleware: [],
  excluded: [],
  constraints: {},
  bindings: noBindings,
  whereCalls: [],
  meta: noMeta,
});

/** Which of the five actions `resource()` routes. */
export interface ResourceOptions {
  readonly only?: ResourceActionName[];
  readonly except?: ResourceActionName[];
}

/** The description of a handler in listings. Default kind: `route`. */
type About = Pick<RouteDefinition, 'handlerName'> & Partial<Pick<RouteDefinition, 'kind' | 'controller' | 'files'>>;

/**
 * Answers a path within a scope: a function, or a method of a controller, `[PostController, 'show']`. The types of both contain
 * the parameters of path and scope.
 */
export type RouteHandler<
  Params extends string,
  Result extends HandlerResult,
  Controller,
  Bound extends object = object,
> =
  | (HandlerOf<Params, Result | HandlerResult, Bound> & SendsPlainData<Result>)
  | ControllerAction<Controller, Params, Bound>;

type HandlerOf<Params extends string, Result, Bound extends object> = [keyof Bound] extends [never]
  ? (ctx: Context<Params>) => Result | Promise<Result>
  : (ctx: Context<Params>, bound: BoundIn<Bound, Params>) => Result | Promise<Result>;

/**
 * Registers routes within a scope. Scopes are immutable: `prefix`, `name`, `middleware`, `withoutMiddleware` and `where`
 * return a new one and leave theirs as it was, as `bind` does. `Inherited` are the parameters of the scope's prefix, `Bound` the
 * values of bound ones.
 */
export class Router<Inherited extends string = never, Bound extends object = object> {
  /** Where the routes of the application are collected. */
  protected readonly registry: RouteRegistry;
  readonly #scope: Scope;
  readonly #made: MadeScope | null;

  constructor(registry: RouteRegistry, scope: Scope = rootScope, made: MadeScope | null = null) {
    this.registry = registry;
    this.#scope = scope;
    this.#made = made;
  }

  /** A scope whose paths begin with `path`. */
  prefix<Path extends string>(path: Path): Router<Inherited | ParamNames<Path>, Bound> {
    return this.#derive('prefix', { prefix: `${this.#scope.prefix}/${path}` });
  }

  /** A scope whose route names begin with `prefix`: `name('admin.')`. */
  name(prefix: string): Router<Inherited, Bound> {
    return this.#derive('name', { names: this.#scope.names + prefix });
  }

  /** A scope whose routes run this middleware too, inside what they have. */
  middleware(...middleware: Middleware[]): Router<Inherited, Bound> {
    return this.#derive('middleware', addMiddleware(this.#scope, middleware));
  }

  /** A scope without the middleware of these signatures that it has so far, global ones too; what is added inside stays. */
  withoutMiddleware(...middleware: Middleware[]): Router<Inherited, Bound> {
    return this.#derive('withoutMiddleware', excludeMiddleware(this.#scope, middleware));
  }

  /**
   * A scope whose routes have this metadata, for plugins that read `RouteInfo.meta`. A key given here replaces that of
   * the scope around it; a route may replace it again.
   * @throws E_ROUTE_META for anything but an object.
   * @example route.prefix('/admin').meta({ audit: 'write' }).group((admin) => admin.get('/users', list))
   */
  meta(values: RouteMetaValues): Router<Inherited, Bound> {
    return this.#derive('meta', { meta: addMeta(this.#scope.meta, values) });
  }

  /**
   * A scope whose parameter `name` must match `constraint` as a whole.
   * @throws E_ROUTE_WHERE at boot when no route of the scope has that parameter.
   */
  where(name: string, constraint: string | RegExp): Router<Inherited, Bound> {
    return this.#derive('where', {
      constraints: { ...this.#scope.constraints, [name]: constraint },
      whereCalls: [...this.#scope.whereCalls, this.registry.noteWhere(name)],
    });
  }

  /**
   * A scope in which a parameter stands for what `find` gives, such as a row: handlers get it as their second argument. When
   * `find` gives null or nothing, the request is answered 404. It is asked once for each request, after all middleware, and only
   * for a value that fits its constraint. Its third argument has the parameters of the prefix that were bound before.
   * @throws E_ROUTE_BIND at boot when no route of the scope has that parameter; E_ROUTE_BIND_OPTIONAL when it is optional.
   * @example route.bind('room', (id) => Room.find(id)).get('/rooms/{room}', (ctx, { room }) => ({ name: room.name }))
   */
  bind<Name extends string, Found>(
    name: Name,
    find: (value: string, ctx: Context, bound: BoundIn<Bound, Inherited>) => Found | Promise<Found>,
  ): Router<Inherited, Omit<Bound, Name> & Readonly<Record<Name, NonNullable<Found>>>> {
    // A name that is bound again is bound last.
    const bindings = new Map([...this.#scope.bindings].filter(([bound]) => bound !== name));
    // The map does not know the names; a route gets no more of them than its path has.
    bindings.set(name, find as FindBound);
    const whereCalls = [...this.#scope.whereCalls, this.registry.noteWhere(name, [], 'bind')];
    return this.#derive('bind', { bindings, whereCalls });
  }

  /** Registers the routes of `register`, which takes a router of this scope. */
  group(register: (router: Router<Inherited, Bound>) => void): this {
    checkGroup(register);
    this.registry.use(this.#made);
    register(new Router(this.registry, this.#scope));
    return this;
  }

  /**
   * Answers GET, and HEAD with the same headers. The handler gets the context, which knows the parameters of the path.
   * It is a function, or a method of a controller, `[UserController, 'show']`: one object of the class is made when its
   * first route is registered, without arguments, and shared by all routes of the application that name the class.
   * @throws E_ROUTE_PATTERN for an invalid path; E_ROUTE_HANDLER for a handler that is not a function;
   * E_CONTROLLER_CLASS and E_CONTROLLER_ACTION for a reference to what does not exist; E_CONTROLLER_NEW when the
   * constructor throws; E_ROUTE_FROZEN after the application has booted.
   * @example route.get('/status', () => ({ status: 'ok' }))
   * @example route.get('/users/{id}', [UserController, 'show']).name('users.show')
   */
  get<Path extends string, Result extends HandlerResult = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#add(['GET', 'HEAD'], 'GET|HEAD', path, handler);
  }

  /** Answers HEAD alone. See `get()`. */
  head<Path extends string, Result extends HandlerResult = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#add(['HEAD'], 'HEAD', path, handler);
  }

  /** Answers POST. See `get()`. */
  post<Path extends string, Result extends HandlerResult = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#add(['POST'], 'POST', path, handler);
  }

  /** Answers PUT. See `get()`. */
  put<Path extends string, Result extends HandlerResult = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#add(['PUT'], 'PUT', path, handler);
  }

  /** Answers PATCH. See `get()`. */
  patch<Path extends string, Result extends HandlerResult = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#add(['PATCH'], 'PATCH', path, handler);
  }

  /** Answers DELETE. See `get()`. */
  delete<Path extends string, Result extends HandlerResult = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#add(['DELETE'], 'DELETE', path, handler);
  }

  /** Answers OPTIONS; preflights of CORS are answered without it. See `get()`. */
  options<Path extends string, Result extends HandlerResult = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#add(['OPTIONS'], 'OPTIONS', path, handler);
  }

  /** Answers every method. */
  any<Path extends string, Result extends HandlerResult = HandlerResult, Controller = unknown>(
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    return this.#add(anyMethods, 'ANY', path, handler);
  }

  /** Answers the given methods; GET brings HEAD along. */
  match<Path extends string, Result extends HandlerResult = HandlerResult, Controller = unknown>(
    methods: readonly RouteMethod[],
    path: Path,
    handler: RouteHandler<Inherited | ParamNames<Path>, Result, Controller, Bound>,
  ): RouteAction<Inherited | ParamNames<Path>> {
    const all = anyMethods.filter(
      (method) => methods.includes(method) || (method === 'HEAD' && methods.includes('GET')),
    );
    return this.#add(all, all.join('|'), path, handler);
  }

  /** Redirects a path; 302 unless another status is given. */
  redirect(path: string, location: string, status = 302): RouteAction {
    const handler: Handler = (ctx) => ctx.response().redirectAway(status, location);
    return this.#add(anyMethods, 'ANY', path, handler, { kind: 'redirect', handlerName: `redirect ${location}` });
  }

  /**
   * Registers the actions a controller has, under names such as `posts.index`: GET `path` index, POST `path` store,
   * GET `path/{id}` show, PUT and PATCH `path/{id}` update, DELETE `path/{id}` destroy. Of a class one object is made,
   * which all routes that name the class share; give an object where its constructor takes arguments.
   * @throws E_RESOURCE_CONTROLLER for a controller without any of the actions; E_CONTROLLER_NEW when the constructor throws.
   * @example route.resource('/posts', PostController)
   */
  resource(
    path: string,
    given: ResourceController<Bound> | ControllerClass<ResourceController<Bound>>,
    { only, except }: ResourceOptions = {},
  ): ResourceAction {
    const { controllers } = this.registry;
    const controller = resourceController(given, controllers, joinPaths(this.#scope.prefix, path));
    const base = joinPaths(path)
      .slice(1)
      .replaceAll(/\{[^}]*\}\/?/g, '')
      .replaceAll('/', '.');
    const routes = new Map<ResourceActionName, RouteDefinition>();
    for (const [action, methods, below] of resourceRoutes) {
      if (controller[action] === undefined) continue;
      // Values of bound parameters are passed on; types know them where the controller is given.
      const handler: Handler = (ctx, ...bound: []) => controller[action]?.(ctx, ...bound);
      const route = this.#define(methods, methods.join('|'), path + below, handler, {
        handlerName: handlerName(controller, action),
        controller: Object.freeze({ name: className(controller), method: action }),
      });
      route.name = `${route.namePrefix}${base}.${action}`;
      routes.set(action, route);
    }
    const resource = new ResourceAction(this.registry, routes);
    if (only !== undefined) resource.only(...only);
    if (except !== undefined) resource.except(...except);
    return resource;
  }

  /**
   * Serves the files of a directory below `path`; a relative directory starts at the application's folder. Options:
   * `maxAge` in seconds (default 0), `immutable`, `index` (default `index.html`), `dotfiles`, `symlinks`.
   * @throws E_STATIC_ROOT when there is no such directory.
   */
  static(path: string, directory: string, options?: StaticOptions): RouteAction {
    return this.#files(path, staticDirectory(this.registry.path(directory), options), `static ${directory}`);
  }

  /** Serves one file at `path`; the file is relative to the application's folder. */
  staticFile(path: string, file: string): RouteAction {
    const handler = staticFile(this.registry.path(file));
    return this.#add(['GET', 'HEAD'], 'GET|HEAD', path, handler, { kind: 'files', handlerName: `file ${file}` });
  }

  /**
   * Serves files from memory, or from anything else that is a `StaticFileSystem`, below `path`. The options are those
   * of `static()`.
   */
  staticFS(path: string, fileSystem: StaticFileSystem, options?: StaticOptions): RouteAction {
    return this.#files(path, staticFileSystem(fileSystem, options), 'file system');
  }

  #files(path: string, handler: Handler, name: string): RouteAction {
    const methods = ['GET', 'HEAD'];
    const below = `${path}/{path*}`;
    const about: About = { kind: 'files', handlerName: name, files: true };
    return new RouteAction(
      this.registry,
      [path, below].map((pattern) => this.#define(methods, 'GET|HEAD', pattern, handler, about)),
    );
  }

  #add(methods: readonly string[], label: string, path: string, given: unknown, about?: About): RouteAction {
    const whole = joinPaths(this.#scope.prefix, path);
    // The second argument of a handler is for bound parameters alone.
    const arity =
      this.#scope.bindings.size > 0 && boundNames(parsePattern(whole), this.#scope.bindings).length > 0 ? 2 : 1;
    const named = namedHandler(given, this.registry.controllers, { method: label, path: whole, arity });
    return new RouteAction(this.registry, [this.#define(methods, label, path, named.handler, about ?? named)]);
  }

  #define(
    methods: readonly string[],
    label: string,
    path: string,
    handler: Handler,
    { handlerName, kind = 'route', controller = null, files = false }: About,
  ): RouteDefinition {
    const { prefix, names, middleware, excluded, constraints, bindings, whereCalls, meta } = this.#scope;
    const whole = joinPaths(prefix, path);
    for (const { paths } of whereCalls) paths.push(whole);
    this.registry.use(this.#made);
    return this.registry.add({
      methods,
      label,
      path: whole,
      handler,
      handlerName,
      controller,
      kind,
      place: new Place(),
      files,
      namePrefix: names,
      name: '',
      middleware,
      excluded,
      constraints,
      bindings: kind === 'route' ? bindings : noBindings,
      rawBody: false,
      meta,
    });
  }

  #derive<Names extends string = Inherited, Values extends object = Bound>(
    method: string,
    change: Partial<Scope>,
  ): Router<Names, Values> {
    const made = { method, place: new Place() };
    this.registry.use(this.#made);
    this.registry.note(made);
    return new Router<Names, Values>(this.registry, { ...this.#scope, ...change }, made);
  }
}
