import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { Gate } from '../gate/gate.ts';

export interface CanOptions {
  /** The ability, and which of the questions about it this is. */
  readonly name: string;
  /** Asks the gate about one request; throws what refuses it. */
  readonly authorize: (ctx: Context) => Promise<unknown>;
}

/** Tells what an ability is asked about on a route, for example the post its parameter names. */
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

  async handle(ctx: Context, next: Next): Promise<Response> {
    await this.#options.authorize(ctx);
    return next();
  }
}
