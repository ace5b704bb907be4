import type { Context, Handler, HandlerResult } from '@taproot/core';

/** A class whose object answers requests. Taproot makes one object of it for each application, without arguments. */
export type ControllerClass<Controller> = new () => Controller;

/** The names of a controller's methods that can answer a path with these parameters. */
export type ActionName<Controller, Params extends string, Bound extends object = object> = {
  [Name in keyof Controller & string]: Controller[Name] extends Action<Params, Bound> ? Name : never;
}[keyof Controller & string];

/** A function that answers a path: it gets the context, and the values of bound parameters if there are any. */
type Action<Params extends string, Bound extends object> = [keyof Bound] extends [never]
  ? Handler<Params>
  : (ctx: Context<Params>, bound: BoundIn<Bound, Params>) => HandlerResult | Promise<HandlerResult>;

/** The values of those parameters that a path has. */
export type BoundIn<Bound extends object, Params extends string> = {
  readonly [Name in keyof Bound & Params]: Bound[Name];
};

/** A method of a controller by reference: `[PostController, 'show']`. */
export type ControllerAction<Controller, Params extends string, Bound extends object = object> = readonly [
  controller: ControllerClass<Controller>,
  action: ActionName<Controller, Params, Bound>,
];
