import type { Application, Middleware } from '@taproot/core';
import { definePlugin, type Options } from '@taproot/core/plugin';
import { webhooksDefaults } from './config.ts';
import { WebhookMiddleware } from './incoming/webhook-middleware.ts';
import { sentWebhooks } from './outgoing/sender.ts';
import type { Endpoint } from './outgoing/store.ts';
import type { Webhook } from './webhook.ts';
import { Webhooks } from './webhooks.ts';
import { webhooksOf } from './webhooks-runtime.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Sends webhooks: `await facades.Webhooks().publish(orderPaid, { order: 7 }, { owner: customer.id })`. */
    Webhooks(): Webhooks;
  }
  interface MiddlewareFactories {
    /** Lets only webhooks with a valid signature pass. The name is a member of `webhooks.sources`; the route needs `.rawBody()`. */
    webhook(source: string): Middleware;
  }
}

/**
 * Webhooks: yours are signed by Standard Webhooks, tried for days, and never sent into your own network; those of others are verified on
 * their raw body. Settings are in config/webhooks.ts. To send, it needs database and queue. `options` are settings of that file, and win
 * over it. Take it from `@taproot/webhooks`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), validation(), database(), queue(), webhooks()])
 */
export const webhooks = (options?: Options<'webhooks'>) =>
  definePlugin({
    name: 'webhooks',
    after: ['routing', 'database', 'redis', 'queue', 'crypt'],
    config: { webhooks: webhooksDefaults },
    options: { webhooks: options },
    facades: { Webhooks: (app) => new Webhooks(webhooksOf(app)) },
    middleware: { webhook: (app) => (source: string) => new WebhookMiddleware(app, source) },
    traces: [sentWebhooks],
    provides: { webhooks: (app) => webhooksOf(app).declared },
    steps: {
      /**
       * Lists the kinds of webhooks that the application sends, for its OpenAPI document. They are sent without it, too.
       * @throws E_WEBHOOK_DECLARED
       * @example setup().withWebhooks([orderPaid, orderShipped])
       */
      withWebhooks: (app: Application, all: readonly Webhook[]) => webhooksOf(app).declare(all),
      /** Called when an endpoint was paused, for example to write to its owner. */
      withPausedWebhooks: (app: Application, listener: (endpoint: Endpoint) => unknown) =>
        void webhooksOf(app).sender.pausedListeners.push(listener),
    },
    commands: () => import('./commands/index.ts'),
    apply: (app) => webhooksOf(app).sender.defineJob(),
  });
