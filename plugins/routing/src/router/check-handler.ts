import { Place, type ResourceController } from '@taproot/core';
import { errors } from '../errors.ts';
import { isClass, nounOf } from './handler-name.ts';
import { type ResourceActionName, resourceRoutes } from './resource-action.ts';

// Without comments and text, where `this` is a word like any other.
const codeOf = (source: string): string =>
  source.replaceAll(
    /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{))*`/g,
    "''",
  );

/**
 * Whether a function is a method that was taken off its object and uses it: `controller.index`. A method has no prototype,
 * as no arrow function has, and begins with its name.
 */
const isLostMethod = (handler: Function): boolean => {
  if (Object.hasOwn(handler, 'prototype') || handler.name === '') return false;
  const source = Function.prototype.toString.call(handler);
  const [head = ''] = source.split('(', 1);
  const isMethod = head.replace(/^async\b/, '').trim() === handler.name && !/^async\s*$/.test(head);
  return isMethod && /\bthis\b/.test(codeOf(source));
};

/** `E_ROUTE_HANDLER` for what cannot answer a request; types say so too, but not everybody runs them first. */
export const checkHandler = (handler: unknown, method: string, path: string): void => {
  const place = (): string => new Place().toString();
  const cannotAnswer: boolean = typeof handler !== 'function' || isClass(handler);
  if (cannotAnswer || typeof handler !== 'function')
    throw errors.E_ROUTE_HANDLER({ method, path, actual: nounOf(handler), place: place() });
  if (handler.length > 1) throw errors.E_HANDLER_PARAMETERS({ method, path, place: place(), count: handler.length });
  if (isLostMethod(handler)) throw errors.E_HANDLER_UNBOUND({ method, path, place: place(), name: handler.name });
};

/** `E_ROUTE_GROUP` for a function that does not take its router: what it registers elsewhere has nothing of the scope. */
export const checkGroup = (register: { readonly length: number }): void => {
  if (register.length === 0) throw errors.E_ROUTE_GROUP({ place: new Place().toString() });
};

/** `E_RESOURCE_CONTROLLER` for a controller that has nothing to route, such as a class in place of an object of it. */
export const checkController = (controller: ResourceController, path: string): void => {
  const isAction = (action: ResourceActionName): boolean => typeof controller[action] === 'function';
  if (typeof controller === 'object' && resourceRoutes.some(([action]) => isAction(action))) return;
  throw errors.E_RESOURCE_CONTROLLER({ path, actual: nounOf(controller), place: new Place().toString() });
};
