import { Place, type ResourceController } from '@taproot/core';
import { errors } from '../errors.ts';
import { isClass, nounOf } from './noun-of.ts';
import { type ResourceActionName, resourceRoutes } from './resource-action.ts';

/** `E_ROUTE_HANDLER` for what cannot answer a request; types say so too, but not everybody runs them first. */
export const checkHandler = (handler: unknown, method: string, path: string): void => {
  if (typeof handler === 'function' && !isClass(handler)) return;
  throw errors.E_ROUTE_HANDLER({ method, path, actual: nounOf(handler), place: new Place().toString() });
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
