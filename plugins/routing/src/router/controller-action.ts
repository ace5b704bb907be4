import type { Handler } from '@taproot/core';

/** A class whose object answers requests. Taproot makes one object of it for each application, without arguments. */
export type ControllerClass<Controller> = new () => Controller;

/** The names of a controller's methods that can answer a path with these parameters. */
export type ActionName<Controller, Params extends string> = {
  [Name in keyof Controller & string]: Controller[Name] extends Handler<Params> ? Name : never;
}[keyof Controller & string];

/** A method of a controller by reference: `[PostController, 'show']`. */
export type ControllerAction<Controller, Params extends string> = readonly [
  controller: ControllerClass<Controller>,
  action: ActionName<Controller, Params>,
];
