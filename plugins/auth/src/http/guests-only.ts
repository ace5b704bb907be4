import {
  type Context,
  describeError,
  type Middleware,
  type MiddlewareDescription,
  type Next,
  type Response,
} from '@taproot/core';
import { Auth } from '../auth.ts';
import type { AuthManager } from '../auth-manager.ts';
import { errors } from '../errors.ts';

/** Middleware that lets guests in, and answers 403 to users: for logging in and for registering. */
export class GuestsOnly implements Middleware {
  readonly #manager: AuthManager;

  constructor(manager: AuthManager) {
    this.#manager = manager;
    manager.uses(manager.defaultGuard);
  }

  signature(): string {
    return 'guest';
  }

  describe(): MiddlewareDescription {
    return { responses: [describeError(errors.E_GUESTS_ONLY)] };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    if (await new Auth(this.#manager, ctx).check()) throw errors.E_GUESTS_ONLY();
    return next();
  }
}
