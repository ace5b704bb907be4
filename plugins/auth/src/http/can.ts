import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import type { Gate } from '../gate/gate.ts';

/**
 * Numbers the functions that give the arguments of an ability, for the signature of the middleware. Middleware with the
 * same signature run once; without the number, `can()` of a route would replace `can()` of its group.
 */
export class Questions {
  readonly #abouts = new Map<string, unknown[]>();

  /** The ability for the first function that is asked with it, `ability#2` for the second. */
  name(ability: string, about: unknown): string {
    const abouts = this.#abouts.get(ability) ?? [];
    this.#abouts.set(ability, abouts);
    const index = abouts.includes(about) ? abouts.indexOf(about) : abouts.push(about) - 1;
    return index === 0 ? ability : `${ability}#${index + 1}`;
  }
}

export interface CanOptions {
  /** The ability: `post.update`. */
  readonly ability: string;
  /** The ability, and which of the questions about it this is. */
  readonly name: string;
  /** Asks the gate about one request; throws the denial. */
  readonly authorize: (ctx: Context) => Promise<unknown>;
}

/** Gives the arguments of an ability on a route, for example the post that the path names. */
export type About<Arguments extends readonly unknown[]> = (
  ctx: Context,
) => Readonly<Arguments> | Promise<Readonly<Arguments>>;

export type AskGate = (ctx: Context) => Gate;

/** Middleware for users who may do something; 403, or the status of the denial, for others. */
export class Can implements Middleware {
  readonly #options: CanOptions;

  constructor(options: CanOptions) {
    this.#options = options;
  }

  signature(): string {
    return `can:${this.#options.name}`;
  }

  describe(): MiddlewareDescription {
    const description = `The user may not do this: "${this.#options.ability}" is denied.`;
    return { responses: [{ status: 403, code: 'E_HTTP_403', description }] };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    await this.#options.authorize(ctx);
    return next();
  }
}
