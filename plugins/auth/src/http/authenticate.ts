import type { Context, Middleware, Next, Response } from '@taproot/core';
import { after, describeError, type MiddlewareDescription } from '@taproot/core/plugin';
import { Auth } from '../auth.ts';
import type { AuthRuntime, NamedGuard } from '../auth-runtime.ts';
import { authState } from '../auth-state.ts';
import { errors } from '../errors.ts';
import { describeGuard, describeRefusal } from '../guards/describe-guard.ts';
import { somebody } from '../guards/somebody.ts';
import { Challenge } from '../tokens/challenge.ts';

export interface AuthenticateOptions {
  /** One of `auth.guards`; default: the default guard. */
  readonly guard?: string;
  /** Lets guests in, too. A request with an invalid token is still refused. */
  readonly optional?: boolean;
}

/** Middleware that lets users in, and answers 401 to all others. */
export class Authenticate implements Middleware {
  readonly #runtime: AuthRuntime;
  readonly #name: string | null;
  readonly #optional: boolean;
  readonly #challenge: Challenge;
  #named: NamedGuard | null = null;

  constructor(runtime: AuthRuntime, { guard, optional = false }: AuthenticateOptions) {
    const name = guard ?? null;
    this.#runtime = runtime;
    this.#name = name;
    this.#optional = optional;
    this.#challenge = new Challenge(runtime.app);
    runtime.uses(name ?? runtime.defaultGuard);
  }

  signature(): string {
    return this.#name === null ? 'auth' : `auth:${this.#name}`;
  }

  label(): string {
    return this.#optional ? `${this.signature()} (optional)` : this.signature();
  }

  describe(): MiddlewareDescription {
    const { name, guard } = this.#guard();
    const { scheme, responses = [] } = describeGuard(this.#runtime.app, guard);
    // Routes that let guests in still refuse wrong credentials.
    return this.#optional
      ? { security: { name, scheme, optional: true }, responses }
      : { security: { name, scheme }, responses: [describeRefusal(errors.E_UNAUTHENTICATED), ...responses] };
  }

  handle(ctx: Context, next: Next): Response | Promise<Response> {
    const { name, guard } = this.#guard();
    return after(guard.identify(ctx), (given) => {
      const identity = somebody(given);
      if (identity === null && !this.#optional) throw this.#challenge.unauthenticated(guard.challenge);
      const state = authState(ctx);
      state.identities.set(name, identity);
      state.guard = name;
      return next();
    });
  }

  #guard(): NamedGuard {
    return (this.#named ??= this.#runtime.named(this.#name ?? this.#runtime.defaultGuard));
  }
}

/** Middleware that lets guests in, and answers 403 to users: for routes that log in or register. */
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
