import type { Application } from '@taproot/core';
import type { JobQueue, QueuedRun } from '@taproot/core/internal';
import { defineChannel, isError, originOf, seconds } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { signatureOf } from '../signature.ts';
import { type Resolve, systemResolve } from './guard.ts';
import { post } from './post.ts';
import type { Delivery, Endpoint, WebhookStore } from './store.ts';

/** The job that makes one attempt. */
const jobName = 'taproot.webhook';

interface SentWebhook {
  readonly type: string;
  /** The host of the endpoint. Its path may contain a secret. */
  readonly host: string;
  readonly id: string;
  readonly attempt: number;
  status: number | null;
}

/** Webhooks that are sent, for devtools, OpenTelemetry and the log. */
export const sentWebhooks = defineChannel<SentWebhook>('webhook', {
  name: ({ type, host }) => `${type} ${host}`,
  facts: ({ id, attempt, status }) => ({ id, attempt, ...(status === null ? {} : { status }) }),
  attributes: ({ host, status }) => ({
    'server.address': host,
    'http.request.method': 'POST',
    ...(status === null ? {} : { 'http.response.status_code': status }),
  }),
  span: 'client',
});

interface Outcome {
  readonly status: number | null;
  readonly error: Error | null;
  readonly retryAfter: number | null;
}

const hostOf = ({ url }: Endpoint): string => (URL.canParse(url) ? new URL(url).host : url);

/** Makes the attempts of deliveries, and decides what follows. */
export class Sender {
  readonly #app: Application;
  readonly #store: WebhookStore;
  /** Finds addresses; tests replace it. */
  resolve: Resolve = systemResolve;
  /** Certificates that are trusted beside none; tests set it. */
  ca: string | undefined;
  /** Called when an endpoint was paused. */
  readonly pausedListeners: ((endpoint: Endpoint) => unknown)[] = [];

  constructor(app: Application, store: WebhookStore) {
    this.#app = app;
    this.#store = store;
  }

  /** The queue. Throws `E_WEBHOOK_QUEUE` without one. */
  get queue(): JobQueue {
    const jobs = this.#app.provided('jobs');
    if (jobs === null) throw errors.E_WEBHOOK_QUEUE();
    return jobs;
  }

  /** Defines the job that makes attempts. */
  defineJob(): void {
    this.#app.provided('jobs')?.define({
      name: jobName,
      payload: { id: 'required|string', round: 'required|integer', attempt: 'required|integer' },
      timeout: this.#app.config.webhooks.timeout + 15,
      handle: ({ id, round, attempt }, run) => this.attempt(String(id), Number(round), Number(attempt), run),
    });
  }

  /** Leaves the next attempt of a delivery to the queue. */
  async enqueue(
    { id, round, attempt }: Pick<Delivery, 'id' | 'round' | 'attempt'>,
    delay = 0,
    transaction: object | null = null,
  ): Promise<void> {
    const { queue } = this.#app.config.webhooks;
    const payload = { id, round, attempt: attempt + 1 };
    await this.queue.dispatch(jobName, payload, { delay, transaction, ...(queue === null ? {} : { queue }) });
  }

  /**
   * Makes one attempt, if it is the next one of its delivery. A job that runs a second time after its worker was killed sends the webhook
   * again, with the same id.
   */
  async attempt(id: string, round: number, attempt: number, run?: QueuedRun): Promise<void> {
    const delivery = await this.#store.delivery(id);
    if (delivery === null || delivery.state !== 'waiting' || delivery.round !== round) return;
    // The worker was killed after the attempt was noted, and maybe before the next one was dispatched.
    if (delivery.attempt === attempt) return this.#next(delivery, null);
    if (delivery.attempt > attempt) return;
    const endpoint = await this.#store.endpoint(delivery.endpoint);
    if (endpoint === null) return;
    if (endpoint.pausedAt !== null) return void (await this.#store.change(delivery, { state: 'held' }));
    const outcome = await this.#send(endpoint, delivery, attempt, run?.signal);
    // The worker stops: that is no failure of the endpoint, and the job is given back.
    if (run?.signal.aborted === true) throw run.signal.reason;
    await this.#settle(endpoint, delivery, attempt, outcome);
  }

  async #send(
    endpoint: Endpoint,
    { id, type, body }: Delivery,
    attempt: number,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const { timeout, allow_hosts: allowHosts } = this.#app.config.webhooks;
    const now = Date.now();
    const secrets = (await this.#store.secrets(endpoint.id)).filter(({ until }) => until === null || until > now);
    const timestamp = String(Math.floor(now / 1000));
    const headers = {
      'content-type': 'application/json',
      'user-agent': `${this.#app.config.app.name.replaceAll(/[^\x20-\x7e]/g, '?')} (webhooks)`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map(({ secret }) => `v1,${signatureOf(secret, id, timestamp, body)}`).join(' '),
    };
    const { resolve, ca } = this;
    const facts: SentWebhook = { type, host: hostOf(endpoint), id, attempt, status: null };
    try {
      return await sentWebhooks.run(this.#app, facts, async (event) => {
        // Of the headers of a trace this one alone: the others may carry data that is not for the receiver.
        const { traceparent } = originOf(this.#app).trace;
        const { status, retryAfter } = await post(endpoint.url, {
          headers: traceparent === undefined ? headers : { ...headers, traceparent },
          body,
          timeout,
          allowHosts,
          resolve,
          ca,
          signal,
        });
        event.status = status;
        if (status >= 200 && status < 300) return { status, error: null, retryAfter };
        throw Object.assign(errors.E_WEBHOOK_STATUS({ status }), { outcome: { status, retryAfter } });
      });
    } catch (thrown) {
      const error = isError(thrown) ? thrown : new Error(String(thrown));
      const { outcome } = error as { readonly outcome?: Pick<Outcome, 'status' | 'retryAfter'> };
      return { status: null, retryAfter: null, ...outcome, error };
    }
  }

  async #settle(
    endpoint: Endpoint,
    delivery: Delivery,
    attempt: number,
    { status, error, retryAfter }: Outcome,
  ): Promise<void> {
    if (error === null) {
      await this.#store.change(delivery, { state: 'done', attempt, status, error: null });
      if (endpoint.failingSince !== null) await this.#store.setFailing(endpoint.id, null);
      return;
    }
    const noted = { attempt, status, error: error.message.slice(0, 500) };
    const failingSince = endpoint.failingSince ?? Date.now();
    if (endpoint.failingSince === null) await this.#store.setFailing(endpoint.id, failingSince);
    const { pause_after: limit } = this.#app.config.webhooks;
    const isGone = status === 410;
    if (isGone || Date.now() - failingSince >= limit * 1000) {
      const days = `it has failed since ${new Date(failingSince).toISOString()}; the last error was: ${error.message}`;
      await this.#store.change(delivery, { ...noted, state: isGone ? 'failed' : 'held' });
      return this.pause(endpoint, isGone ? 'it answered 410: it wants no more webhooks' : days);
    }
    if (!(await this.#store.change(delivery, noted))) return;
    await this.#next({ ...delivery, ...noted }, error, retryAfter);
  }

  /** Dispatches the next attempt, or ends the delivery. */
  async #next(delivery: Delivery, error: Error | null, retryAfter: number | null = null): Promise<void> {
    const { retries } = this.#app.config.webhooks;
    const wait = retries[delivery.attempt - 1];
    if (wait !== undefined && !this.queue.isImmediate) {
      // Endpoints that failed together must not all come back together.
      const delay = Math.max(seconds(wait) * (0.9 + Math.random() * 0.2), retryAfter ?? 0);
      return this.enqueue(delivery, delay);
    }
    await this.#store.change(delivery, { state: 'failed' });
    const endpoint = await this.#store.endpoint(delivery.endpoint);
    const { id, type, attempt: attempts } = delivery;
    const host = endpoint === null ? delivery.endpoint : hostOf(endpoint);
    const reason = delivery.error ?? '';
    const cause = error === null ? {} : { cause: error };
    this.#app.report(errors.E_WEBHOOK_FAILED({ id, type, host, attempts, reason }, cause), { where: 'webhooks' });
  }

  /** Pauses an endpoint, and tells. */
  async pause(endpoint: Endpoint, reason: string): Promise<void> {
    await this.#store.setPaused(endpoint.id, reason);
    const paused = { ...endpoint, pausedAt: Date.now(), pausedWhy: reason };
    const told = errors.E_WEBHOOK_PAUSED({ endpoint: endpoint.id, host: hostOf(endpoint), reason });
    this.#app.report(told, { where: 'webhooks', warning: true });
    for (const listener of this.pausedListeners) {
      try {
        await listener(paused);
      } catch (error) {
        this.#app.report(error, { where: 'webhooks' });
      }
    }
  }
}
