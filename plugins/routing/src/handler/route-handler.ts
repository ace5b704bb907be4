import type { Context } from '@taproot/core';
import type { Sendable } from '@taproot/core/internal';
import type { HandlerResult } from '@taproot/core/plugin';
import type { BoundIn, ControllerAction, ControllerClass } from './controller-action.ts';

/**
 * Answers a path within a scope: a function, or a method of a controller, `[PostController, 'show']`. The types of both contain
 * the parameters of path and scope.
 */
export type RouteHandler<Params extends string, Result, Controller, Bound extends object = object> =
  | FunctionOf<Params, Result, Bound>
  | ControllerAction<Controller, Params, Bound>;

type FunctionOf<Params extends string, Result, Bound extends object> = HandlerOf<
  Params,
  Result | HandlerResult,
  Bound
> &
  Sendable<Result>;

type HandlerOf<Params extends string, Result, Bound extends object> = [keyof Bound] extends [never]
  ? (ctx: Context<Params>) => Result | Promise<Result>
  : (ctx: Context<Params>, bound: BoundIn<Bound, Params>) => Result | Promise<Result>;

/** The controller of a resource, or its class, by the types of the results of its actions. See `ResourceController`. */
export type GivenResource<Bound extends object, Index, Show, Store, Update, Destroy> =
  | Actions<Bound, Index, Show, Store, Update, Destroy>
  | ControllerClass<Actions<Bound, Index, Show, Store, Update, Destroy>>;

interface Actions<Bound extends object, Index, Show, Store, Update, Destroy> {
  index?: FunctionOf<string, Index, object>;
  show?: FunctionOf<string, Show, Bound>;
  store?: FunctionOf<string, Store, object>;
  update?: FunctionOf<string, Update, Bound>;
  destroy?: FunctionOf<string, Destroy, Bound>;
}
