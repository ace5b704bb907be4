import type { Handler, ResourceController } from '@taproot/core';
import { callPlace } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { Controllers } from '../handler/controllers.ts';
import { className, handlerName, isClass, nounOf } from '../handler/handler-name.ts';
import { joinPaths } from '../pattern/parse-pattern.ts';
import { ResourceAction, type ResourceActionName, resourceRoutes } from './resource-action.ts';
import type { RouteDefinition } from './route-definition.ts';
import type { RouteMethods } from './route-methods.ts';
import type { RouteRegistry } from './route-registry.ts';

/** Selects the actions for which `resource()` adds routes. */
export interface ResourceOptions {
  readonly only?: ResourceActionName[];
  readonly except?: ResourceActionName[];
}

/** The description of a route in listings. */
type About = Pick<RouteDefinition, 'handlerName' | 'controller'>;

/** The scope that gets the routes of a resource. */
interface ResourceScope {
  readonly registry: RouteRegistry;
  whole(path: string): string;
  define(methods: RouteMethods, path: string, handler: Handler, about: About): RouteDefinition;
}

/** The controller of a resource. Throws `E_RESOURCE_CONTROLLER` for a controller without actions. */
const resourceController = (given: unknown, controllers: Controllers, path: string): ResourceController => {
  const controller = isClass(given) ? controllers.of(given, { method: 'ANY', path }) : given;
  if (hasAction(controller)) return controller;
  throw errors.E_RESOURCE_CONTROLLER({ path, actual: nounOf(given), place: callPlace().toString() });
};

const hasAction = (controller: unknown): controller is ResourceController =>
  typeof controller === 'object' &&
  controller !== null &&
  resourceRoutes.some(([action]) => typeof Reflect.get(controller, action) === 'function');

/** Adds the routes of a controller's actions to a scope. `given` is a controller or its class; the types of `resource()` check it. */
export const addResource = (
  scope: ResourceScope,
  path: string,
  given: unknown,
  { only, except }: ResourceOptions,
): ResourceAction => {
  const { registry } = scope;
  const controller = resourceController(given, registry.controllers, scope.whole(path));
  const base = joinPaths(path)
    .slice(1)
    .replaceAll(/\{[^}]{0,200}\}\/?/g, '')
    .replaceAll('/', '.');
  const routes = new Map<ResourceActionName, RouteDefinition>();
  for (const [action, methods, below] of resourceRoutes) {
    if (controller[action] === undefined) continue;
    // Passes on the values of bound parameters. Only the types of `resource()` know them.
    const handler: Handler = (ctx, ...bound: []) => controller[action]?.(ctx, ...bound);
    const route = scope.define({ methods, label: methods.join('|') }, joinPaths(path, below), handler, {
      handlerName: handlerName(controller, action),
      controller: Object.freeze({ name: className(controller), method: action }),
    });
    route.name = `${route.namePrefix}${base}.${action}`;
    routes.set(action, route);
  }
  const resource = new ResourceAction(registry, routes);
  if (only !== undefined) resource.only(...only);
  if (except !== undefined) resource.except(...except);
  return resource;
};
