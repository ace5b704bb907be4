import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application, Middleware } from '@taproot/core';
import type { RouteArguments, RouteName, RouteNameInput } from '@taproot/core/internal';
import { callPlace, type HandlerResult, type RouteInfo } from '@taproot/core/plugin';
import { namedHandler } from '../handler/check-handler.ts';
import { doesLeaveBody } from '../handler/leaves-body.ts';
import type { RouteHandler } from '../handler/route-handler.ts';
import { noBindings } from '../pattern/bind-parameters.ts';
import { buildUrl, type UrlParams, type UrlQuery } from './build-url.ts';
import { FallbackAction } from './fallback-action.ts';
import { listRoutes } from './list-routes.ts';
import type { RouteDefinition } from './route-definition.ts';
import { noMeta } from './route-meta.ts';
import { anyMethods } from './route-methods.ts';
import type { DeclaredSocket, RouteRegistry } from './route-registry.ts';
import { Router } from './router.ts';
import { Scope } from './scope.ts';
import { type SignedUrlOptions, signUrl } from './signed-url.ts';

/** Facts about the client that a Web-standard request does not have. */
export interface FetchOptions {
  /** Address of the client, for `ctx.request().ip()` and rate limits. Default: 127.0.0.1 for all clients. */
  readonly ip?: string | undefined;
  /**
   * The path at which another server has the application, such as `/api`. It is removed from the address of the request, unless that server
   * has done so, and added to `ctx.request().url()` and to redirects. Default: none.
   */
  readonly prefix?: `/${string}` | undefined;
}

/** The functions of the server that the router needs. */
export interface RouteServer {
  readonly app: Application;
  readonly registry: RouteRegistry;
  readonly globalMiddleware: () => readonly Middleware[];
  /** Every route of the boot's plan, in the order of listings; null before. */
  readonly planned: () => readonly RouteInfo[] | null;
  serve(req: IncomingMessage, res: ServerResponse): void;
  fetch(request: globalThis.Request, options?: FetchOptions): Promise<globalThis.Response>;
}

/** The `Route()` facade: the outermost scope, and methods for all routes. */
export class RootRouter extends Router {
  readonly #server: RouteServer;

  constructor(server: RouteServer) {
    super(new Scope(server.registry));
    this.#server = server;
  }

  /** Resolves a path of the application: relative ones start at its folder. */
  path(path: string): string {
    return this.registry.path(path);
  }

  /**
   * Answers requests that match no route, and paths that a static directory does not have. The handler sets the status. If you call it
   * several times, the last call wins.
   * @example route.fallback(handOver(frontEnd))
   */
  fallback<Result = HandlerResult, Controller = unknown>(
    given: RouteHandler<string, Result, Controller>,
  ): FallbackAction {
    const { handler, controller } = namedHandler(given, this.registry.controllers, {
      method: 'ANY',
      path: '(fallback)',
    });
    const fallback: RouteDefinition = {
      methods: anyMethods,
      label: 'ANY',
      path: '/{path*}',
      handler,
      handlerName: 'fallback',
      controller,
      kind: 'fallback',
      redirect: null,
      socket: null,
      place: callPlace(),
      files: false,
      namePrefix: '',
      name: '',
      middleware: [],
      excluded: [],
      constraints: {},
      bindings: noBindings,
      rawBody: doesLeaveBody(handler),
      meta: noMeta,
    };
    this.registry.fallback = fallback;
    return new FallbackAction(fallback);
  }

  /** Every registered route, sorted by path, then by method; last the fallback, if there is one. */
  getRoutes(): RouteInfo[] {
    const planned = this.#server.planned();
    return planned === null ? listRoutes(this.registry, this.#server.globalMiddleware()) : [...planned];
  }

  /** Every socket that `socket()` has registered, each once. */
  getSockets(): DeclaredSocket[] {
    return [...this.registry.sockets];
  }

  /** The route of this name, or null. */
  info(name: RouteName): RouteInfo | null {
    return this.getRoutes().find((route) => route.name === name) ?? null;
  }

  /** The encoded path of a named route with its parameters filled in, followed by a query. */
  url<const Name extends string>(
    name: RouteNameInput<Name>,
    ...rest: RouteArguments<Name, [query?: UrlQuery]>
  ): string {
    const [params = {}, query = {}]: readonly [UrlParams?, UrlQuery?] = rest;
    return buildUrl(this.registry, name, params, query);
  }

  /**
   * Like `url()`, with a signature that `middleware.signed()` checks: clients cannot make such an address, change it, or use it for longer
   * than `expires`. It has no host, so send it behind the address of your site. The signature does not depend on the method.
   * @throws E_SEALS_MISSING without a plugin such as `@taproot/crypt`; E_ROUTE_UNKNOWN; E_ROUTE_PARAMETER; E_DURATION_INVALID.
   * @example facades.Route().signedUrl('verify', { id: user.id }, { expires: '1h' })
   */
  signedUrl<const Name extends string>(
    name: RouteNameInput<Name>,
    ...rest: RouteArguments<Name, [options?: SignedUrlOptions]>
  ): string {
    const [params = {}, { expires, query = {} } = {}]: readonly [UrlParams?, SignedUrlOptions?] = rest;
    return signUrl(this.#server.app, buildUrl(this.registry, name, params, query), expires);
  }

  /** Answers one of Node's requests: for tests, and for servers of your own. */
  serveHTTP(req: IncomingMessage, res: ServerResponse): void {
    this.#server.serve(req, res);
  }

  /**
   * Answers a Web-standard request in process, without a socket. Give the address of the client as `ip`. Without it, every client has
   * 127.0.0.1, so all clients share one rate limit.
   * @throws E_FETCH_ADDRESS when `ip` is anything but an IP address.
   * @example route.fetch(request, { ip: event.requestContext.http.sourceIp })
   */
  fetch(request: globalThis.Request, options?: FetchOptions): Promise<globalThis.Response> {
    return this.#server.fetch(request, options);
  }
}
