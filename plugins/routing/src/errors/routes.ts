import { defineErrors } from '@taproot/core';

/** Errors of registration: routes, groups, controllers, URLs. */
export const routeErrors = defineErrors({
  E_ROUTE_DUPLICATE: {
    message: '{method} {path} is registered twice: at {first} and at {second}.',
    fix: 'Remove one of them, or give it another method or path.',
  },
  E_ROUTE_NAME_DUPLICATE: {
    message: 'Two routes are named "{name}": {first} and {second}.',
    fix: 'Rename one of them: url() needs unique names.',
  },
  E_ROUTE_PATTERN: {
    message: 'The route pattern "{pattern}"{place} is not valid: {reason}.',
    fix: 'Write the path as a browser shows it, decoded, with parameters as {examples}.',
  },
  E_ROUTE_METHOD: {
    message: 'match() got {reason} for {path} at {place}.',
    fix: 'Give a list of methods that a route can answer: {known}.',
  },
  E_ROUTE_REDIRECT: {
    message: 'redirect() sends {path} to "{location}" at {place}, but the path has no parameter "{parameter}".{hint}',
    fix: 'Use a parameter of the path: {known}. Write a brace that is text as %7B or %7D.',
  },
  E_ROUTE_HANDLER: {
    message: 'The handler of {method} {path} at {place} is {actual}.',
    fix: "Give a function that takes the context, (ctx) => ctx.response().json(200, value), or a method of a controller: [PostController, 'show'].",
  },
  E_CONTROLLER_CLASS: {
    message: 'The route {method} {path} at {place} refers to the method "{action}" of a controller that is {actual}.',
    fix: "Import the class from the file that declares it, and give the class itself: [PostController, 'show']. For a method of an object write (ctx) => posts.show(ctx).",
  },
  E_CONTROLLER_ACTION: {
    message: 'The route {method} {path} at {place} refers to {action}, which {reason}.{hint}',
    fix: 'Correct the name, or add the method to the class.',
  },
  E_CONTROLLER_NEW: {
    message: 'new {controller}() failed for the route {method} {path} at {place}: {reason}',
    fix: 'Correct its constructor, which Taproot calls without arguments. If it needs arguments, create the controller in the routing file: const posts = new PostController(store); route.get(path, (ctx) => posts.show(ctx)).',
  },
  E_RESOURCE_CONTROLLER: {
    message: 'The controller of the resource {path} at {place} is {actual} without an action.',
    fix: 'Give a class or an object with at least one of index, show, store, update and destroy: PostController.',
  },
  E_ROUTE_SCOPE: {
    message: 'The scope that {method}() returned at {place} has no routes.',
    fix: '{method}() returns a new scope and does not change this one. Register routes on what it returns: const inside = route.middleware(step); inside.get(...). If its routes depend on a condition, call {method}() inside that condition.',
  },
  E_ROUTE_GROUP: {
    message: 'The function that group() got at {place} takes no parameter.',
    fix: 'Register routes on the router that the function gets: group((group) => group.get(...)). facades.Route() ignores the prefix and the middleware of the group.',
  },
  E_ROUTE_META: {
    message: 'The value given to meta() at {place} is {actual}.',
    fix: "Give an object with the keys of RouteMeta: meta({ audit: 'write' }).",
  },
  E_ROUTE_FROZEN: {
    message: 'The route {method} {path} was registered after the application had booted.',
    fix: 'Register routes in withRouting(): Taproot builds the route table once, before the first request.',
    placed: true,
  },
  E_ROUTE_UNKNOWN: {
    message: 'No route is named "{name}".{hint}',
    fix: 'Name the route with .name(), or correct the name; `npx taproot route:list` lists them.',
  },
  E_ROUTE_WHERE: {
    message: 'where() at {place} constrains the parameter "{parameter}", which none of its routes has.{hint}',
    fix: 'Use a parameter of these routes: {known}.',
  },
  E_ROUTE_BIND: {
    message: 'bind() at {place} binds the parameter "{parameter}", which none of its routes has.{hint}',
    fix: 'Use a parameter of these routes: {known}.',
  },
  E_ROUTE_BIND_OPTIONAL: {
    message: 'bind() at {place} binds the parameter "{parameter}", which is optional in one of its routes.',
    fix: 'Register two routes, one without the parameter, since a bound one always has a value.',
  },
  E_ROUTE_PARAMETER: {
    message: 'No URL can be built for the route "{name}" ({path}): parameter "{parameter}" {reason}.',
    fix: 'Give url() a value for every parameter of the pattern, and values that fit their constraints.',
  },
});
