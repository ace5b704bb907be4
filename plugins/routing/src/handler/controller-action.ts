import type { Context, Handler } from '@taproot/core';
import type { Hint, MaybeNothing } from '@taproot/core/internal';
import type { HandlerResult } from '@taproot/core/plugin';

/** A class whose object answers requests. Taproot makes one object of it for each application, without arguments. */
export type ControllerClass<Controller> = new () => Controller;

/** A function that answers a path: it gets the context, and the values of bound parameters if there are any. */
type Action<Params extends string, Bound extends object> = [keyof Bound] extends [never]
  ? Handler<Params>
  : (ctx: Context<Params>, bound: BoundIn<Bound, Params>) => HandlerResult | Promise<HandlerResult>;

/** The values of the bound parameters that a path has. */
export type BoundIn<Bound extends object, Params extends string> = {
  readonly [Name in keyof Bound & Params]: Bound[Name];
};

/** The name of a method that can answer a path, or a hint for compile errors. */
type Answering<Name extends string, Method, Params extends string, Bound extends object> =
  Method extends Action<Params, Bound>
    ? MaybeNothing<Awaited<ReturnType<Method>>> extends true
      ? Hint<`return orNotFound(value) from ${Name}(): a value that is undefined would be sent as an empty 200`>
      : Name
    : never;

/**
 * A method of a controller by reference: `[PostController, 'show']`. The names are listed here, because compile errors
 * would show the name of a separate type instead of them.
 */
export type ControllerAction<Controller, Params extends string, Bound extends object = object> = readonly [
  controller: ControllerClass<Controller>,
  action: {
    [Name in keyof Controller & string]: Answering<Name, Controller[Name], Params, Bound>;
  }[keyof Controller & string],
];
