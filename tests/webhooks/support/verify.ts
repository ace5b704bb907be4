import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A receiver of Standard Webhooks, written from the specification and not from our code. */
export class Webhook {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(secret.split('_')[1] ?? '', 'base64');
  }

  verify(body: string, headers: IncomingHttpHeaders): boolean {
    const content = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
    const expected = createHmac('sha256', this.#key).update(content).digest('base64');
    const sent = String(headers['webhook-signature']).split(' ');
    const age = Date.now() / 1000 - Number(headers['webhook-timestamp']);
    return Math.abs(age) < 300 && sent.some((one) => one === `v1,${expected}`);
  }
}
