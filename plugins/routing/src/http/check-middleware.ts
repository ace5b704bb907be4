import { errors } from '../errors.ts';
import { nounOf } from '../router/noun-of.ts';

/** `E_MIDDLEWARE_INVALID` for what is no middleware, such as its name or its class; `place` is where it was given. */
export const checkMiddleware = (steps: readonly unknown[], place: { toString(): string }): void => {
  for (const step of steps) {
    const { signature, handle } = Object(step) as { readonly signature?: unknown; readonly handle?: unknown };
    if (typeof signature !== 'function' || typeof handle !== 'function')
      throw errors.E_MIDDLEWARE_INVALID({ place: place.toString(), actual: nounOf(step) });
  }
};
