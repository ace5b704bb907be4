import type { Response } from './response.ts';

declare const made: unique symbol;

/**
 * A response whose status, body and media type the compiler knows, as the methods of `ctx.response()` return it. At run time it is a
 * `Response` like any other. Only the compiler, and tools that read types, see the difference.
 * @example const show = (ctx: Context): Reply<200, Post> => ctx.response().json(200, post);
 */
export interface Reply<Status extends number = number, Body = unknown, Type extends string = string> extends Response {
  /** Never there at run time. */
  readonly [made]?: { readonly status: Status; readonly body: Body; readonly type: Type };
}

/** The status of a reply: `StatusOf<Reply<201, Post>>` is 201. */
export type StatusOf<Given extends Response> = Given extends Reply<infer Status> ? Status : number;

/** The body type of a reply: `BodyOf<Reply<201, Post>>` is `Post`. */
export type BodyOf<Given extends Response> = Given extends Reply<number, infer Body> ? Body : unknown;
