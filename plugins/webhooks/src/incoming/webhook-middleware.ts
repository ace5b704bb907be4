import type { Application, Context, Middleware, Next, Response } from '@taproot/core';
import { describeError, didYouMean, type MiddlewareDescription, perApp } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { SeenWebhooks } from './seen.ts';
import { type VerifiedWebhook, verifierOf } from './sources.ts';

const seenOf = perApp((app) => new SeenWebhooks(app));
const verified = new WeakMap<Context, VerifiedWebhook>();

/** The webhook that `middleware.webhook()` verified; null on other routes. @example const { id } = webhookOf(ctx) ?? {}; */
export const webhookOf = (ctx: Context): VerifiedWebhook | null => verified.get(ctx) ?? null;

/** Middleware that lets only webhooks with a valid signature pass. */
export class WebhookMiddleware implements Middleware {
  readonly #app: Application;
  readonly #name: string;
  readonly #verify: ReturnType<typeof verifierOf>;

  /** Made by `middleware.webhook()`. Throws `E_WEBHOOK_SOURCE` for a source that the configuration does not have. */
  constructor(app: Application, name: string) {
    const { sources } = app.config.webhooks;
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
    if (source === undefined)
      throw errors.E_WEBHOOK_SOURCE({
        value: JSON.stringify(name),
        hint: didYouMean(name, Object.keys(sources)),
      });
    this.#app = app;
    this.#name = name;
    this.#verify = verifierOf(name, source);
  }

  signature(): string {
    return `webhook:${this.#name}`;
  }

  describe(): MiddlewareDescription {
    const { E_WEBHOOK_UNSIGNED, E_WEBHOOK_MALFORMED, E_WEBHOOK_EXPIRED, E_WEBHOOK_SIGNATURE, E_WEBHOOK_REPLAYED } =
      errors;
    const all = [E_WEBHOOK_UNSIGNED, E_WEBHOOK_MALFORMED, E_WEBHOOK_EXPIRED, E_WEBHOOK_SIGNATURE, E_WEBHOOK_REPLAYED];
    return { responses: all.map((one) => describeError(one)) };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const request = ctx.request();
    const { tolerance } = this.#app.config.webhooks;
    const body = await request.rawBody();
    const one = this.#verify({ header: (name) => request.header(name), body, now: Date.now() / 1000, tolerance });
    const seen = seenOf(this.#app);
    // A signed time can be that far ahead, too.
    if (!(await seen.add(this.#name, one.signature, tolerance * 2))) throw errors.E_WEBHOOK_REPLAYED();
    verified.set(ctx, one);
    const response = await next();
    // The handler did not do its work: senders without a time in their signature send the same request again.
    if (response.status >= 400) await seen.forget(this.#name, one.signature);
    return response;
  }
}
