import type { Application } from '@taproot/core';
import { type AfterCommit, afterCommitOf, describeValue, perApp } from '@taproot/core/plugin';
import { checkConfig } from './config.ts';
import { errors } from './errors.ts';
import { Sender } from './outgoing/sender.ts';
import { WebhookStore } from './outgoing/store.ts';
import type { Webhook } from './webhook.ts';

/** A webhook that a fake keeps instead of sending it. */
export interface KeptWebhook {
  readonly type: string;
  readonly payload: object;
  /** The endpoint of `send()`; null for `publish()`. */
  readonly endpoint: string | null;
  /** The owner of `publish()`; null for `send()`. */
  readonly owner: string | null;
}

/** The webhooks of one application. */
export class WebhooksRuntime {
  readonly app: Application;
  readonly store: WebhookStore;
  readonly sender: Sender;
  readonly afterCommit: AfterCommit;
  readonly #declared = new Map<string, Webhook>();
  /** The fake of a test; null without one. */
  keep: ((kept: KeptWebhook) => void) | null = null;

  constructor(app: Application) {
    checkConfig(app.config.webhooks);
    this.app = app;
    this.store = new WebhookStore(app);
    this.sender = new Sender(app, this.store);
    this.afterCommit = afterCommitOf(app);
  }

  /** Adds kinds of webhooks to those that the application documents. Throws `E_WEBHOOK_DECLARED`. */
  declare(all: readonly Webhook[]): void {
    for (const one of Array.isArray(all) ? all : [all]) {
      const type: unknown = Object(one).type;
      const known = typeof type === 'string' ? this.#declared.get(type) : undefined;
      if (typeof type === 'string' && (known === undefined || known === one)) this.#declared.set(type, one);
      else
        throw errors.E_WEBHOOK_DECLARED({ value: known === undefined ? describeValue(one) : `"${known.type}" twice` });
    }
  }

  /** The kinds of webhooks that the application documents. */
  get declared(): readonly Webhook[] {
    return [...this.#declared.values()];
  }
}

/** The webhooks of an application. */
export const webhooksOf = perApp((app) => new WebhooksRuntime(app));
