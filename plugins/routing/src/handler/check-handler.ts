import { type Handler } from '@taproot/core';
import { callPlace } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { Controllers, Referrer } from './controllers.ts';
import { handlerName, isClass, type NamedHandler, nounOf } from './handler-name.ts';

// The source without comments and strings, where `this` would be a normal word.
const codeOf = (source: string): string =>
  source.replaceAll(
    /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{))*`/g,
    "''",
  );

/**
 * Whether a function is a method that needs its object but has lost it: `controller.index`. Methods, like arrow functions, have no
 * prototype, but their source begins with their name.
 */
const isLostMethod = (handler: Function): boolean => {
  if (Object.hasOwn(handler, 'prototype') || handler.name === '') return false;
  const source = Function.prototype.toString.call(handler);
  const [head = ''] = source.split('(', 1);
  const isMethod = head.replace(/^async\b/, '').trim() === handler.name && !/^async\s*$/.test(head);
  return isMethod && /\bthis\b/.test(codeOf(source));
};

/**
 * The handler of a route and its name in listings, from a function or from a reference to a method, `[PostController, 'show']`. Throws
 * `E_ROUTE_HANDLER` for anything else. The compiler reports that, too, but not everybody runs it first.
 */
export const namedHandler = (given: unknown, controllers: Controllers, route: Referrer): NamedHandler => {
  const { method, path, arity = 1 } = route;
  if (Array.isArray(given)) return controllers.action(given, route);
  const place = (): string => callPlace().toString();
  if (!isHandler(given)) throw errors.E_ROUTE_HANDLER({ method, path, actual: nounOf(given), place: place() });
  if (given.length > arity) throw errors.E_HANDLER_PARAMETERS({ method, path, place: place(), count: given.length });
  if (isLostMethod(given)) throw errors.E_HANDLER_UNBOUND({ method, path, place: place(), name: given.name });
  return { handler: given, handlerName: handlerName(given), controller: null };
};

const isHandler = (value: unknown): value is Handler => typeof value === 'function' && !isClass(value);

/** Throws `E_ROUTE_GROUP` for a function without a parameter: it would register its routes outside of the scope. */
export const checkGroup = (register: { readonly length: number }): void => {
  if (register.length === 0) throw errors.E_ROUTE_GROUP({ place: callPlace().toString() });
};
