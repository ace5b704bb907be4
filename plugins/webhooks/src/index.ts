export type { CustomSource, KnownSource, SourceConfig, WebhooksConfig } from './config.ts';
export { errors } from './errors.ts';
export type { VerifiedWebhook } from './incoming/sources.ts';
export { webhookOf } from './incoming/webhook-middleware.ts';
export type { Delivery, Endpoint } from './outgoing/store.ts';
export { webhooks } from './plugin.ts';
export { webhookTables } from './tables.ts';
export { type Webhook, webhook } from './webhook.ts';
export type { NewEndpoint, WebhookOptions, Webhooks } from './webhooks.ts';
