import type { Handler, ResourceController } from '@taproot/core';
import type { Route, RouteController } from '@taproot/core/internal';

/** A handler with its description for listings. */
export interface NamedHandler {
  readonly handler: Handler;
  /** The handler's name in listings. */
  readonly handlerName: string;
  /** The controller's class and method; null for a handler that is a function. */
  readonly controller: RouteController | null;
}

export const isClass = (value: unknown): value is new () => object =>
  typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));

/** Describes an unexpected value for a message. */
export const nounOf = (value: unknown): string => {
  if (value === undefined || value === null) return 'missing';
  if (isClass(value)) return `the class ${value.name}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** The name of a class in listings; `controller` for one without a name. */
export const classNameOf = (value: { readonly name: string }): string => value.name || 'controller';

/** The name of an unnamed handler in listings. */
const anonymous = 'closure';

// `(ctx) => posts.show(ctx)`, `async (ctx) => new PostController().show(ctx)`: a function that only calls another one.
const forwards =
  /^(?:async ?)?\(?([\w$]+)\)? ?=>\s{0,100}(?:\{\s{0,100}return )?(?:await )?(?:new )?([\w$]+)(?:\(\))?\.([\w$]+)\(([\w$]+)\);?\s{0,100}\}?$/;

/** The class of a controller; `controller` for an object without one. */
export const className = ({ constructor: owner }: object): string =>
  typeof owner === 'function' && owner !== Object ? classNameOf(owner) : 'controller';

/** The name of a handler in listings: `PostController.index` for an action, a function's name, or `closure`. */
export const handlerName = (handler: Handler | ResourceController, action = ''): string => {
  if (typeof handler === 'function') return handler.name === '' ? anonymous : handler.name.replace(/^bound /, '');
  return `${className(handler)}.${action}`;
};

/**
 * Like `handlerName()`. For a function without a name, reads its source and returns the function that it calls with the context:
 * `posts.show`.
 */
export const handlerOf = ({ handler, handlerName: name }: Omit<NamedHandler, 'controller'>): string => {
  if (name !== anonymous) return name;
  const [, context, owner, method, argument] = forwards.exec(Function.prototype.toString.call(handler)) ?? [];
  return context === argument && owner !== context && method !== undefined ? `${owner}.${method}` : anonymous;
};

/** Names the handler of a request in an error: `The handler of GET /posts/{id} at routes/api.ts:12`. */
export const handlerSource = ({ route }: { readonly route: Route | null }): string => {
  if (route === null) return 'The fallback';
  const { method, path, place } = route.info;
  return `The handler of ${method} ${path}${place === '' ? '' : ` at ${place}`}`;
};
