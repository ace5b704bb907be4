import { isDeepStrictEqual } from 'node:util';
import type { Application } from '@taproot/core';
import { errors } from '../errors.ts';
import type { Webhook } from '../webhook.ts';
import { type KeptWebhook, webhooksOf } from '../webhooks-runtime.ts';

type Matching<Payload> = Partial<Payload> | ((payload: Payload) => boolean);

/** Keeps the webhooks that an application sends, and sends none. */
export class FakeWebhooks {
  readonly #app: Application;
  #kept: KeptWebhook[] = [];

  /** Made by `fakeWebhooks()`. */
  constructor(app: Application) {
    this.#app = app;
    webhooksOf(app).keep = (one) => void this.#kept.push(one);
  }

  /** The webhooks that were sent, in their order. */
  sent(): readonly KeptWebhook[] {
    return [...this.#kept];
  }

  /**
   * A webhook was sent, with these members of its payload, or with a payload for which the function returns true.
   * @throws E_WEBHOOKS_ASSERTION
   */
  assertSent<Payload extends object>(webhook: Webhook<Payload>, matching: Matching<NoInfer<Payload>> = {}): this {
    return this.#expect(this.#has(webhook, matching), `The webhook "${webhook.type}" was not sent like that.`);
  }

  /**
   * No such webhook was sent.
   * @throws E_WEBHOOKS_ASSERTION
   */
  assertNotSent<Payload extends object>(webhook: Webhook<Payload>, matching: Matching<NoInfer<Payload>> = {}): this {
    return this.#expect(!this.#has(webhook, matching), `The webhook "${webhook.type}" was sent like that.`);
  }

  /**
   * No webhook was sent.
   * @throws E_WEBHOOKS_ASSERTION
   */
  assertNothingSent(): this {
    return this.#expect(this.#kept.length === 0, 'Webhooks were sent.');
  }

  /** Webhooks are sent again. */
  restore(): void {
    webhooksOf(this.#app).keep = null;
  }

  #has<Payload extends object>({ type }: Webhook<Payload>, matching: Matching<Payload>): boolean {
    return this.#kept.some((one) => {
      // A cast: `send()` has given the payload its type.
      const payload = one.payload as Payload & Readonly<Record<string, unknown>>;
      if (one.type !== type) return false;
      if (typeof matching === 'function') return matching(payload);
      return Object.entries(matching).every(([key, value]) => isDeepStrictEqual(payload[key], value));
    });
  }

  #expect(holds: boolean, message: string): this {
    if (holds) return this;
    const sent = this.#kept.map(({ type, payload }) => `${type} ${JSON.stringify(payload)}`).join(', ');
    throw errors.E_WEBHOOKS_ASSERTION({ message, sent: sent || 'none' });
  }
}

/**
 * Replaces the sending of webhooks in a test: they are kept, and none is sent. Needs no database and no queue.
 *
 * @example const webhooks = fakeWebhooks(app); await http(app).post('/orders'); webhooks.assertSent(orderPaid, { order: 7 });
 */
export const fakeWebhooks = (app: Application): FakeWebhooks => new FakeWebhooks(app);
