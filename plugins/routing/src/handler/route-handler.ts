import type { Context, HandlerResult } from '@taproot/core';
import type { Sendable } from '@taproot/core/plugin';
import type { BoundIn, ControllerAction } from './controller-action.ts';

/**
 * Answers a path within a scope: a function, or a method of a controller, `[PostController, 'show']`. The types of both contain
 * the parameters of path and scope.
 */
export type RouteHandler<Params extends string, Result, Controller, Bound extends object = object> =
  | (HandlerOf<Params, Result | HandlerResult, Bound> & Sendable<Result>)
  | ControllerAction<Controller, Params, Bound>;

type HandlerOf<Params extends string, Result, Bound extends object> = [keyof Bound] extends [never]
  ? (ctx: Context<Params>) => Result | Promise<Result>
  : (ctx: Context<Params>, bound: BoundIn<Bound, Params>) => Result | Promise<Result>;
