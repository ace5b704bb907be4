import type { Context, Handler } from '@taproot/core';
import type { HandlerResult, RoutePattern } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { patternParameters } from './parse-pattern.ts';

/** The values of bound parameters, by name. */
export type BoundValues = Readonly<Record<string, unknown>>;

/** Finds the value that a parameter is bound to. `bound` holds the parameters that were bound before it. */
export type FindBound = (value: string, ctx: Context, bound: BoundValues) => unknown;

/** Parameters with the functions that find their values, in the order in which they were bound. */
export type Bindings = ReadonlyMap<string, FindBound>;

export const noBindings: Bindings = new Map();

/** A handler that takes the values of bound parameters, too. */
type BoundHandler = (ctx: Context, bound: BoundValues) => HandlerResult | Promise<HandlerResult>;

/** The bound parameters of a pattern. */
export const boundNames = (pattern: RoutePattern, bindings: Bindings): string[] => {
  if (bindings.size === 0) return [];
  const names = new Set(patternParameters(pattern).map(({ name }) => name));
  return [...bindings.keys()].filter((name) => names.has(name));
};

/**
 * Wraps the handler of a route with bound parameters. After the middleware has let the request in, it finds the values one after the other,
 * in the order of `bind()`. If a value does not exist, it answers 404.
 */
export const bindParameters = (handler: Handler, pattern: RoutePattern, bindings: Bindings): Handler => {
  const names = new Set(boundNames(pattern, bindings));
  if (names.size === 0) return handler;
  const steps = [...bindings].filter(([name]) => names.has(name));
  const answer: BoundHandler = handler;
  return async (ctx) => {
    const bound: Record<string, unknown> = {};
    for (const [name, find] of steps) {
      const found = await find(ctx.request().route(name), ctx, bound);
      if (found === undefined || found === null) throw errors.E_ROUTE_NOT_FOUND();
      bound[name] = found;
    }
    return answer(ctx, bound);
  };
};
