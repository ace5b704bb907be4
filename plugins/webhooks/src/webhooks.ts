import { randomUUID } from 'node:crypto';
import { type Duration } from '@taproot/core';
import { seconds } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import { endpointUrl } from './outgoing/guard.ts';
import type { Delivery, Endpoint } from './outgoing/store.ts';
import { checkSecret, newSecret } from './signature.ts';
import type { Webhook } from './webhook.ts';
import type { WebhooksRuntime } from './webhooks-runtime.ts';

/** A new endpoint. */
export interface NewEndpoint {
  /** The address that gets the webhooks: https, and a public host. */
  readonly url: string;
  /** Whose it is, such as the id of a customer: `publish()` finds it by this. */
  readonly owner?: string | number;
  /** The types that it gets from `publish()`; all of them when left out. */
  readonly types?: readonly (string | Webhook)[];
  /** The secret that signs; a random one when left out. */
  readonly secret?: string;
}

/** How a webhook is sent. */
export interface WebhookOptions {
  /** The transaction that it becomes a part of; by default the one at hand. */
  readonly transaction?: object;
}

/** Bytes of a body. MySQL allows 65,535 in a column of text. */
const bodyBytes = 60_000;

/** The facade `Webhooks`: sends webhooks, and looks after endpoints and deliveries. */
export class Webhooks {
  readonly #runtime: WebhooksRuntime;

  constructor(runtime: WebhooksRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Registers an endpoint. Show the secret to its owner once: it is not readable later.
   * @throws E_WEBHOOK_URL for an address that is not https, or is not public; E_WEBHOOK_SECRET
   * @example const { id, secret } = await facades.Webhooks().add({ url, owner: customer.id, types: [orderPaid] });
   */
  async add({
    url,
    owner,
    types = [],
    secret = newSecret(),
  }: NewEndpoint): Promise<Endpoint & { readonly secret: string }> {
    const { app, store } = this.#runtime;
    checkSecret(secret);
    const endpoint = await store.addEndpoint(
      {
        url: endpointUrl(url, app.config.webhooks.allow_hosts).href,
        owner: owner === undefined ? null : String(owner),
        types: types.map((one) => (typeof one === 'string' ? one : one.type)),
      },
      [{ secret, until: null }],
    );
    return { ...endpoint, secret };
  }

  /** The endpoints, of one owner or all. */
  endpoints(owner?: string | number): Promise<readonly Endpoint[]> {
    return this.#runtime.store.endpoints(owner === undefined ? undefined : String(owner));
  }

  /**
   * One endpoint.
   * @throws E_WEBHOOK_UNKNOWN
   */
  async endpoint(id: string): Promise<Endpoint> {
    const found = await this.#runtime.store.endpoint(id);
    if (found === null) throw errors.E_WEBHOOK_UNKNOWN({ kind: 'endpoint', id });
    return found;
  }

  /**
   * Removes an endpoint and its deliveries.
   * @throws E_WEBHOOK_UNKNOWN
   */
  async remove(id: string): Promise<void> {
    await this.endpoint(id);
    await this.#runtime.store.removeEndpoint(id);
  }

  /**
   * Gives an endpoint a new secret, and resolves to it. The old one signs beside it for `overlap`, `webhooks.overlap` by default, so that
   * the receiver can change over.
   * @throws E_WEBHOOK_UNKNOWN, E_WEBHOOK_SECRET
   */
  async rotate(id: string, options: { readonly overlap?: Duration; readonly secret?: string } = {}): Promise<string> {
    const { app, store } = this.#runtime;
    await this.endpoint(id);
    const { overlap = app.config.webhooks.overlap, secret = newSecret() } = options;
    checkSecret(secret);
    const now = Date.now();
    const until = now + seconds(overlap, 'The overlap of rotate()') * 1000;
    const old = (await store.secrets(id)).filter((one) => one.until === null || one.until > now);
    const ending = old.map((one) => ({ secret: one.secret, until: Math.min(one.until ?? until, until) }));
    await store.setSecrets(id, [{ secret, until: null }, ...ending]);
    return secret;
  }

  /**
   * Sends an endpoint nothing until `resume()`: its webhooks are held.
   * @throws E_WEBHOOK_UNKNOWN
   */
  async pause(id: string, reason = 'it was paused by hand'): Promise<void> {
    await this.endpoint(id);
    await this.#runtime.store.setPaused(id, reason);
  }

  /**
   * Sends an endpoint webhooks again, with those that were held, the oldest first. Resolves to their number.
   * @throws E_WEBHOOK_UNKNOWN
   */
  async resume(id: string): Promise<number> {
    const { store } = this.#runtime;
    await this.endpoint(id);
    await store.setPaused(id, null);
    let count = 0;
    for (;;) {
      const held = await store.deliveries({ endpoint: id, state: 'held' }, 500);
      if (held.length === 0) return count;
      for (const one of held.toReversed()) if (await this.#again(one)) count++;
    }
  }

  /**
   * Sends a webhook to one endpoint. It is a row and a job of the transaction at hand: it is sent after the commit, and never after a
   * rollback. Resolves to its id, which receivers see as `webhook-id`.
   * @throws E_WEBHOOK_UNKNOWN, E_WEBHOOK_SIZE, E_WEBHOOK_QUEUE, E_WEBHOOK_DATABASE
   * @example await facades.Webhooks().send(endpoint.id, orderPaid, { order: 7 });
   */
  async send<Payload extends object>(
    endpoint: string | Pick<Endpoint, 'id'>,
    { type }: Webhook<Payload>,
    payload: NoInfer<Payload>,
    { transaction }: WebhookOptions = {},
  ): Promise<string> {
    const id = typeof endpoint === 'string' ? endpoint : endpoint.id;
    const { keep, store } = this.#runtime;
    if (keep !== null) {
      keep({ type, payload, endpoint: id, owner: null });
      return `msg_${randomUUID()}`;
    }
    const found = await store.endpoint(id, transaction ?? null);
    if (found === null) throw errors.E_WEBHOOK_UNKNOWN({ kind: 'endpoint', id });
    return this.#deliver(found, type, bodyOf(type, payload), transaction ?? null);
  }

  /**
   * Sends a webhook to each endpoint of an owner that gets its type. Resolves to the ids.
   * @throws E_WEBHOOK_SIZE, E_WEBHOOK_QUEUE, E_WEBHOOK_DATABASE
   * @example await facades.Webhooks().publish(orderPaid, { order: 7 }, { owner: order.customer });
   */
  async publish<Payload extends object>(
    { type }: Webhook<Payload>,
    payload: NoInfer<Payload>,
    { owner, transaction }: WebhookOptions & { readonly owner?: string | number } = {},
  ): Promise<readonly string[]> {
    const { keep, store } = this.#runtime;
    const whose = owner === undefined ? undefined : String(owner);
    if (keep !== null) {
      keep({ type, payload, endpoint: null, owner: whose ?? null });
      return [];
    }
    const body = bodyOf(type, payload);
    const ids: string[] = [];
    for (const one of await store.endpoints(whose, transaction ?? null))
      if (one.types.length === 0 || one.types.includes(type))
        ids.push(await this.#deliver(one, type, body, transaction ?? null));
    return ids;
  }

  /** Deliveries, the latest first; 100 by default. */
  deliveries(
    where: { readonly endpoint?: string; readonly state?: Delivery['state']; readonly limit?: number } = {},
  ): Promise<readonly Delivery[]> {
    return this.#runtime.store.deliveries(where, where.limit ?? 100);
  }

  /**
   * Sends a webhook once more, with the same id and body, and all of its attempts.
   * @throws E_WEBHOOK_UNKNOWN
   */
  async replay(id: string): Promise<void> {
    const found = await this.#runtime.store.delivery(id);
    if (found === null) throw errors.E_WEBHOOK_UNKNOWN({ kind: 'delivery', id });
    await this.#again(found);
  }

  /** Removes deliveries that arrived or failed longer ago than this. Resolves to their number. @example await facades.Webhooks().prune('30d'); */
  prune(age: Duration): Promise<number> {
    return this.#runtime.store.prune(Date.now() - seconds(age, 'The age of prune()') * 1000);
  }

  async #deliver(endpoint: Endpoint, type: string, body: string, transaction: object | null): Promise<string> {
    const { store, sender } = this.#runtime;
    const { queue } = sender;
    const id = `msg_${randomUUID()}`;
    const state = endpoint.pausedAt === null ? 'waiting' : 'held';
    await store.addDelivery({ id, endpoint: endpoint.id, type, body, state }, transaction);
    if (state === 'waiting') await this.#begin(queue.isImmediate, { id, round: 0, attempt: 0 }, transaction);
    return id;
  }

  async #again(delivery: Delivery): Promise<boolean> {
    const { store, sender } = this.#runtime;
    const next = { state: 'waiting', round: delivery.round + 1, attempt: 0 } as const;
    const { queue } = sender;
    if (!(await store.change(delivery, next))) return false;
    await this.#begin(queue.isImmediate, { id: delivery.id, ...next }, null);
    return true;
  }

  async #begin(
    isNow: boolean,
    one: Pick<Delivery, 'id' | 'round' | 'attempt'>,
    transaction: object | null,
  ): Promise<void> {
    const { sender, afterCommit } = this.#runtime;
    if (isNow) await afterCommit(() => sender.attempt(one.id, one.round, one.attempt + 1), transaction);
    else await sender.enqueue(one, 0, transaction);
  }
}

/** The body that is signed: the payload, its type and when it happened. */
const bodyOf = (type: string, data: object): string => {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  const bytes = Buffer.byteLength(body);
  if (bytes > bodyBytes) throw errors.E_WEBHOOK_SIZE({ type, bytes, limit: bodyBytes });
  return body;
};
