import type { Application } from '@taproot/core';
import { type AfterCommit, afterCommitOf, perApp } from '@taproot/core/plugin';
import { checkConfig } from './config.ts';
import { Sender } from './outgoing/sender.ts';
import { WebhookStore } from './outgoing/store.ts';

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
  /** The fake of a test; null without one. */
  keep: ((kept: KeptWebhook) => void) | null = null;

  constructor(app: Application) {
    checkConfig(app.config.webhooks);
    this.app = app;
    this.store = new WebhookStore(app);
    this.sender = new Sender(app, this.store);
    this.afterCommit = afterCommitOf(app);
  }
}

/** The webhooks of an application. */
export const webhooksOf = perApp((app) => new WebhooksRuntime(app));
