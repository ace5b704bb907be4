import type { Context } from './context.ts';
import type { Response } from './response.ts';

/** Answers a request. Returning nothing answers with what was staged on `ctx.response()`, else with 200 and no body. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a handler may simply end
export type Handler<Params extends string = string> = (
  ctx: Context<Params>,
) => Response | void | Promise<Response | void>;

/** Runs what comes after a middleware; the promise never rejects: an error has become its error response by then. */
export type Next = () => Promise<Response>;

/** A step around handlers. Not calling `next` answers the request here. */
export interface Middleware {
  /** Names the middleware for exclusion and listings; includes its parameters, for example `throttle:api`. */
  signature(): string;
  /** How listings show the middleware where its signature does not tell everything: `auth (optional)`. The signature by default. */
  label?(): string;
  handle(ctx: Context, next: Next): Response | Promise<Response>;
  /** Called once, when the application is frozen, for each middleware that a route uses: the place to fail early. */
  prepare?(): void;
}

/** Actions of a resource controller; those a controller has are routed. */
export interface ResourceController {
  index?: Handler;
  show?: Handler;
  store?: Handler;
  update?: Handler;
  destroy?: Handler;
}

/** A JSON object: the body of `json()` and the like. */
export type Json = Record<string, unknown>;
