import { type Handler } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { callPlace, didYouMean } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { ControllerClass } from './controller-action.ts';
import { classNameOf, isClass, type NamedHandler, nounOf } from './handler-name.ts';

/** The route that refers to a controller, for errors. */
export interface Referrer {
  readonly method: string;
  readonly path: string;
  /** Number of arguments that the handler gets; default: 1. */
  readonly arity?: number;
}

/** The controllers that routes of one application name by their class: one object of each class. */
export class Controllers {
  readonly #made = new Map<ControllerClass<object>, object>();

  /** The object of a class, made at the first call. `E_CONTROLLER_NEW` when its constructor throws. */
  of(Controller: ControllerClass<object>, route: Referrer): object {
    let controller = this.#made.get(Controller);
    if (controller === undefined) {
      try {
        controller = new Controller();
      } catch (cause) {
        const reason = reasonOf(cause);
        throw errors.E_CONTROLLER_NEW({ ...placed(route), controller: classNameOf(Controller), reason }, { cause });
      }
      this.#made.set(Controller, controller);
    }
    return controller;
  }

  /**
   * The handler that `[PostController, 'show']` refers to.
   * @throws E_CONTROLLER_CLASS when the first element is not a class; E_CONTROLLER_ACTION when the class has no method of that
   * name.
   */
  action([Controller, action]: readonly unknown[], route: Referrer): NamedHandler {
    if (!isControllerClass(Controller, action))
      throw errors.E_CONTROLLER_CLASS({ ...placed(route), actual: nounOf(Controller), action: String(action) });
    const controller = this.of(Controller, route);
    const name = classNameOf(Controller);
    const handlerName = `${name}.${String(action)}`;
    const method: unknown = isInherited(action) ? undefined : Reflect.get(controller, action as PropertyKey);
    if (typeof method !== 'function' || isClass(method))
      throw errors.E_CONTROLLER_ACTION({
        ...placed(route),
        action: handlerName,
        reason: method === undefined ? 'does not exist' : `is ${nounOf(method)} in place of a method`,
        hint: didYouMean(String(action), methodsOf(controller)),
      });
    if (method.length > (route.arity ?? 1))
      throw errors.E_HANDLER_PARAMETERS({ ...placed(route), count: method.length });
    const handler = method.bind(controller) as Handler;
    return { handler, handlerName, controller: Object.freeze({ name, method: String(action) }) };
  }
}

// The stack is read for an error only: that is slow, and routes are many.
const placed = ({ method, path }: Referrer) => ({ method, path, place: callPlace().toString() });

/** Whether a value is a class. In older JavaScript, a compiled class is a function with the method on its prototype. */
const isControllerClass = (value: unknown, action: unknown): value is ControllerClass<object> =>
  isClass(value) || (typeof value === 'function' && Object(value.prototype)[action as PropertyKey] !== undefined);

/** Whether every object has a member of this name: `constructor`, `toString`. */
const isInherited = (name: unknown): boolean => (name as PropertyKey) in Object.prototype;

/** The names of an object's methods, also those of its classes. */
const methodsOf = (object: object): string[] => {
  const names: string[] = [];
  for (let at: object | null = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor') names.push(name);
  return names;
};
