import { type Context, FrameworkError, type Middleware, type Next, type Response } from '@taproot/core';
import { after, describeError, type MiddlewareDescription } from '@taproot/core/plugin';
import { Auth } from '../auth.ts';
import type { AuthRuntime, NamedGuard } from '../auth-runtime.ts';
import { authState } from '../auth-state.ts';
import { errors } from '../errors.ts';
import { describeGuard, describeRefusal } from '../guards/describe-guard.ts';
import type { Identity } from '../guards/guard.ts';
import { somebody } from '../guards/somebody.ts';
import { Challenge } from '../tokens/challenge.ts';

export interface AuthenticateOptions {
  /** One of `auth.guards`; default: the default guard. */
  readonly guard?: string;
  /** Several of `auth.guards`, in this order: the first one that recognises the user lets the request in. */
  readonly guards?: readonly string[];
  /** Lets guests in, too. A request with an invalid token is still refused. */
  readonly optional?: boolean;
}

/** Middleware that lets users in, and answers 401 to all others. */
export class Authenticate implements Middleware {
  readonly #runtime: AuthRuntime;
  /** Empty for the default guard. */
  readonly #names: readonly string[];
  readonly #optional: boolean;
  readonly #challenge: Challenge;
  #found: readonly NamedGuard[] | null = null;

  constructor(
    runtime: AuthRuntime,
    { guard, guards = guard === undefined ? [] : [guard], optional = false }: AuthenticateOptions,
  ) {
    this.#runtime = runtime;
    this.#names = [...new Set(guards)];
    this.#optional = optional;
    this.#challenge = new Challenge(runtime.app);
    for (const name of this.#all) runtime.uses(name);
  }

  signature(): string {
    return ['auth', ...(this.#names.length === 0 ? [] : [this.#names.join(',')])].join(':');
  }

  label(): string {
    return this.#optional ? `${this.signature()} (optional)` : this.signature();
  }

  describe(): MiddlewareDescription {
    const described = this.#guards().map(({ name, guard }) => ({ name, ...describeGuard(this.#runtime.app, guard) }));
    const [{ name, scheme } = { name: '', scheme: undefined }, ...others] = described;
    const alternatives = others.map((other) => ({ name: other.name, scheme: other.scheme }));
    const responses = described.flatMap((each) => each.responses ?? []);
    if (scheme === undefined) return {};
    const security = {
      name,
      scheme,
      ...(alternatives.length === 0 ? {} : { alternatives }),
      ...(this.#optional ? { optional: true } : {}),
    };
    // Routes that let guests in still refuse wrong credentials.
    return this.#optional
      ? { security, responses }
      : { security, responses: [describeRefusal(errors.E_UNAUTHENTICATED), ...responses] };
  }

  handle(ctx: Context, next: Next): Response | Promise<Response> {
    const guards = this.#guards();
    const [only] = guards;
    if (only === undefined || guards.length > 1) return this.#first(ctx, guards, next);
    return after(only.guard.identify(ctx), (given) => this.#proceed(ctx, only, somebody(given), next));
  }

  /** Asks one guard after the other. Wrong credentials for one do not stop the next. If no guard knows the user, their error is the answer. */
  async #first(ctx: Context, guards: readonly NamedGuard[], next: Next): Promise<Response> {
    const state = authState(ctx);
    let refusal: unknown = null;
    for (const named of guards) {
      try {
        const identity = somebody(await named.guard.identify(ctx));
        if (identity !== null) return this.#proceed(ctx, named, identity, next);
      } catch (error) {
        if (!(error instanceof FrameworkError) || error.status !== 401) throw error;
        refusal ??= error;
      }
      state.identities.set(named.name, null);
    }
    if (refusal !== null) throw refusal;
    const [first] = guards;
    if (first === undefined) throw this.#challenge.unauthenticated();
    return this.#proceed(ctx, first, null, next);
  }

  #proceed(
    ctx: Context,
    { name, guard }: NamedGuard,
    identity: Identity | null,
    next: Next,
  ): Response | Promise<Response> {
    if (identity === null && !this.#optional) {
      const answer = guard.guest?.(ctx) ?? null;
      if (answer !== null) return answer;
      throw this.#challenge.unauthenticated(guard.challenge);
    }
    const state = authState(ctx);
    state.identities.set(name, identity);
    state.guard = name;
    return next();
  }

  get #all(): readonly string[] {
    return this.#names.length === 0 ? [this.#runtime.defaultGuard] : this.#names;
  }

  #guards(): readonly NamedGuard[] {
    return (this.#found ??= this.#all.map((name) => this.#runtime.named(name)));
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
