import { type Middleware } from '@taproot/core';
import { callPlace } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { nounOf } from '../handler/handler-name.ts';

/** The name of a middleware in errors. */
export const middlewareName = (middleware: Middleware): string => middleware.constructor.name || 'object';

/** @throws E_MIDDLEWARE_INVALID for anything but a middleware, such as the name or the class of one. */
const checkMiddleware = (steps: readonly unknown[]): void => {
  for (const step of steps) {
    const { signature, handle } = Object(step) as { readonly signature?: unknown; readonly handle?: unknown };
    if (typeof signature !== 'function' || typeof handle !== 'function')
      throw errors.E_MIDDLEWARE_INVALID({ place: callPlace().toString(), actual: nounOf(step) });
  }
};

/**
 * Checks the middleware of one call. Throws `E_MIDDLEWARE_SIGNATURE` for two with the same signature, because it is unclear which one
 * should win.
 */
export const checkMiddlewareList = (steps: readonly Middleware[]): void => {
  checkMiddleware(steps);
  const known = new Map<string, Middleware>();
  for (const step of steps) {
    const signature = step.signature();
    const first = known.get(signature) ?? step;
    known.set(signature, first);
    if (first === step) continue;
    throw errors.E_MIDDLEWARE_SIGNATURE({
      signature,
      first: middlewareName(first),
      second: middlewareName(step),
      where: `, both in the list at ${callPlace().toString()}`,
    });
  }
};

/** The middleware that a scope or a route adds, and the global middleware that it excludes. */
export interface AppliedMiddleware {
  readonly middleware: readonly Middleware[];
  readonly excluded: readonly Middleware[];
}

/** Adds middleware inside of the existing ones. */
export const addMiddleware = (
  { middleware, excluded }: AppliedMiddleware,
  added: readonly Middleware[],
): AppliedMiddleware => {
  checkMiddlewareList(added);
  return { middleware: [...middleware, ...added], excluded };
};

/** Excludes middleware with these signatures. Middleware that is added later stays; otherwise a route could lose its guard. */
export const excludeMiddleware = (
  { middleware, excluded }: AppliedMiddleware,
  removed: readonly Middleware[],
): AppliedMiddleware => {
  checkMiddleware(removed);
  const signatures = new Set(removed.map((step) => step.signature()));
  return {
    middleware: middleware.filter((step) => !signatures.has(step.signature())),
    excluded: [...excluded, ...removed],
  };
};
