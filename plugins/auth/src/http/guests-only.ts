import { type Context, type Middleware, type Next, type Response } from '@taproot/core';
import { describeError, type MiddlewareDescription } from '@taproot/core/plugin';
import { Auth } from '../auth.ts';
import type { AuthRuntime } from '../auth-runtime.ts';
import { errors } from '../errors.ts';

/** Middleware that lets guests in, and answers 403 to users: for logging in and for registering. */
export class GuestsOnly implements Middleware {
  readonly #runtime: AuthRuntime;

  constructor(runtime: AuthRuntime) {
    this.#runtime = runtime;
    runtime.uses(runtime.defaultGuard);
  }

  signature(): string {
    return 'guest';
  }

  describe(): MiddlewareDescription {
    return { responses: [describeError(errors.E_GUESTS_ONLY)] };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    if (await new Auth(this.#runtime, ctx).check()) throw errors.E_GUESTS_ONLY();
    return next();
  }
}
