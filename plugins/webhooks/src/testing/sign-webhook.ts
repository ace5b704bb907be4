import { randomUUID } from 'node:crypto';
import { signatureOf } from '../signature.ts';

/** A signed body and its headers. */
export interface SignedRequest {
  /** The body; send exactly this text. */
  readonly body: string;
  /** The headers of Standard Webhooks. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Signs a body as a sender of Standard Webhooks does, for tests of your receiver. `at` is its time in unix seconds, now by default.
 *
 * @example const { body, headers } = signWebhook(secret, { type: 'order.paid', data: { order: 7 } });
 */
export const signWebhook = (
  secret: string,
  content: object | string,
  {
    id = `msg_${randomUUID()}`,
    at = Math.floor(Date.now() / 1000),
  }: { readonly id?: string; readonly at?: number } = {},
): SignedRequest => {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const signature = `v1,${signatureOf(secret, id, String(at), body)}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature };
  return { body, headers: { 'content-type': 'application/json', ...headers } };
};
