import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import type { Gate } from '../gate/gate.ts';

/**
 * Numbers the functions that give the arguments of an ability, for the signature of the middleware. A signature runs only once per request.
 * Without the number, `can()` of a route would replace `can()` of its group.
 */
export class Questions {
  readonly #abouts = new Map<string, unknown[]>();

  /** `ability` for the first function of this ability, `ability#2` for the second. */
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
  /** The ability, and the number of its function; see `Questions`. */
  readonly name: string;
  /** The statuses with which the ability denies. */
  readonly statuses: () => readonly number[];
  /** Asks the gate about one request; throws the denial. */
  readonly authorize: (ctx: Context) => Promise<unknown>;
}

/** Returns the arguments of an ability on a route, for example the post that the path names. */
export type About<Arguments extends readonly unknown[]> = (
  ctx: Context,
) => Readonly<Arguments> | Promise<Readonly<Arguments>>;

export type AskGate = (ctx: Context) => Gate;

/** Middleware that lets users with an ability in; others get 403, or the status of the denial. */
export class Can implements Middleware {
  readonly #options: CanOptions;

  constructor(options: CanOptions) {
    this.#options = options;
  }

  signature(): string {
    return `can:${this.#options.name}`;
  }

  describe(): MiddlewareDescription {
    const { ability, statuses } = this.#options;
    const denied = `The user may not do this: "${ability}" is denied.`;
    const hidden = `There is nothing here for the user: "${ability}" is denied.`;
    const responses = statuses().map((status) => ({
      status,
      code: `E_HTTP_${status}`,
      description: status === 404 ? hidden : denied,
    }));
    return { responses };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    await this.#options.authorize(ctx);
    return next();
  }
}
