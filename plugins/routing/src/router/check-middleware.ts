import { type Middleware, Place } from '@taproot/core';
import { errors } from '../errors.ts';
import { nounOf } from '../router/noun-of.ts';

/** How errors call a middleware. */
export const middlewareName = (middleware: Middleware): string => middleware.constructor.name || 'object';

/** `E_MIDDLEWARE_INVALID` for what is no middleware, such as its name or its class. */
export const checkMiddleware = (steps: readonly unknown[]): void => {
  for (const step of steps) {
    const { signature, handle } = Object(step) as { readonly signature?: unknown; readonly handle?: unknown };
    if (typeof signature !== 'function' || typeof handle !== 'function')
      throw errors.E_MIDDLEWARE_INVALID({ place: new Place().toString(), actual: nounOf(step) });
  }
};

/**
 * Checks what one call gives. Of two middleware of one signature in it neither is the inner one, so neither may take the
 * other's place: `E_MIDDLEWARE_SIGNATURE`.
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
      where: `, both in the list at ${new Place().toString()}`,
    });
  }
};
