import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import { Auth } from '../auth.ts';
import type { AuthRuntime } from '../auth-runtime.ts';
import { errors } from '../errors.ts';
import { describeRefusal } from '../guards/describe-guard.ts';
import { Challenge } from '../tokens/challenge.ts';

/** Middleware that lets tokens with an ability in; others get 403. Use it inside `middleware.auth('token')`. */
export class TokenCan implements Middleware {
  readonly #runtime: AuthRuntime;
  readonly #ability: string;
  readonly #challenge: Challenge;

  constructor(runtime: AuthRuntime, ability: string) {
    this.#runtime = runtime;
    this.#ability = ability;
    this.#challenge = new Challenge(runtime.app);
  }

  signature(): string {
    return `tokenCan:${this.#ability}`;
  }

  describe(): MiddlewareDescription {
    return {
      abilities: [this.#ability],
      responses: [errors.E_UNAUTHENTICATED, errors.E_TOKEN_ABILITY].map(describeRefusal),
    };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const auth = new Auth(this.#runtime, ctx);
    if (!(await auth.check())) throw this.#challenge.unauthenticated();
    if (!(await auth.tokenCan(this.#ability))) throw this.#challenge.ability();
    return next();
  }
}
