import type { Context } from './context.ts';
import type { HandlerResult, Hint } from './handler-data.ts';
import type { MiddlewareDescription } from './middleware-description.ts';
import type { Response } from './response.ts';
import type { RouteInfo } from './route-info.ts';

/**
 * Answers a request: with a response of `ctx.response()`, a Web-standard one, or data. A plain object or a list is sent as `json(200,
 * data)`. Return nothing to send the response that you prepared on `ctx.response()`; without one, Taproot sends 200 and no body.
 */
export type Handler<Params extends string = string, Result extends HandlerResult = HandlerResult> = (
  ctx: Context<Params>,
) => Result | Promise<Result>;

/**
 * Runs what comes after a middleware, and resolves to its response. The promise never rejects, because an error has become an error
 * response by then. To see whether the handler failed, look at `response.error` or `response.status`.
 */
export type Next = () => Promise<Response>;

/** A step around handlers. A middleware that does not call `next` answers the request itself. */
export interface Middleware {
  /** Names the middleware for exclusion and listings; includes its parameters, for example `throttle:api`. */
  signature(): string;
  /** The name in listings if the signature does not say everything: `auth (optional)`. Default: the signature. */
  label?(): string;
  /**
   * Describes the additions of this middleware to a route: security, statuses, headers. Tools that describe an API read them
   * from `RouteInfo.middlewareDescriptions`; requests never call this. Returns null for a route to which it adds nothing.
   */
  describe?(route: RouteInfo): MiddlewareDescription | null;
  /**
   * Runs around the handler: returns what `next()` resolves to, changed or not, or a response of its own. Call `next()`
   * at most once.
   * @throws E_NEXT_TWICE when `next()` is called again.
   */
  handle(ctx: Context, next: Next): Response | Promise<Response>;
  /** Called once at the end of boot, for each middleware that a route uses. Check settings here, so that a mistake stops the boot. */
  prepare?(): void;
}

/**
 * The function of a middleware: returns what `next()` resolves to, changed or not, or a response of its own. See
 * `Middleware.handle()`.
 */
export type MiddlewareFunction = (ctx: Context, next: Next) => Response | Promise<Response>;

/**
 * Makes a middleware from a name and a function. The name is its signature: listings show it, and `withoutMiddleware()` excludes by it.
 * Make it once and share it: two different middleware with the same signature are an error. Write a class instead if the middleware takes
 * parameters, or has `describe()` or `prepare()`.
 * @example export const audit = defineMiddleware('audit', async (ctx, next) => { const response = await next(); return
 * response.appendHeader('X-Audit', ctx.request().method()); });
 */
export const defineMiddleware = (signature: string, handle: MiddlewareFunction): Middleware => ({
  signature: () => signature,
  handle,
});

/** The type of an argument that is a middleware. A plain function gets a hint in its compile error. */
export type GivenMiddleware =
  | Middleware
  | (Hint<"write defineMiddleware('name', async (ctx, next) => next())"> & MiddlewareFunction & Middleware);

/** An action on one entry. It gets the values of bound parameters, if the scope of the resource binds any. */
type EntryHandler<Bound extends object> = [keyof Bound] extends [never]
  ? Handler
  : (ctx: Context, bound: Bound) => HandlerResult | Promise<HandlerResult>;

/** Actions of a resource controller. Each method that the controller has gets a route. `Bound` are the values of bound parameters. */
export interface ResourceController<Bound extends object = object> {
  /** GET of the collection. */
  index?: Handler;
  /** GET of one entry. */
  show?: EntryHandler<Bound>;
  /** POST to the collection. */
  store?: Handler;
  /** PUT and PATCH of one entry. */
  update?: EntryHandler<Bound>;
  /** DELETE of one entry. */
  destroy?: EntryHandler<Bound>;
}

/** A JSON object: the body of `json()` and the like. */
export type Json = Record<string, unknown>;
