import { randomUUID } from 'node:crypto';
import type { Application } from '@taproot/core';
import type { PluginDatabase } from '@taproot/database';
import { errors } from '../errors.ts';

/** A receiver of webhooks. */
export interface Endpoint {
  /** The id, `ep_` and a UUID. */
  readonly id: string;
  /** Whose it is, such as the id of a customer; null without an owner. */
  readonly owner: string | null;
  /** The address that gets the webhooks. */
  readonly url: string;
  /** The types that it gets; an empty list for all. */
  readonly types: readonly string[];
  /** Since when it fails, in milliseconds since 1970; null if the last webhook arrived. */
  readonly failingSince: number | null;
  /** When it was paused; null if it is not. */
  readonly pausedAt: number | null;
  /** Why it was paused; null if it is not. */
  readonly pausedWhy: string | null;
}

/** A secret of an endpoint, and until when it signs; null for no end. */
export interface EndpointSecret {
  readonly secret: string;
  readonly until: number | null;
}

/** A webhook to one endpoint. */
export interface Delivery {
  /** The id that receivers see in `webhook-id`: `msg_` and a UUID. */
  readonly id: string;
  /** The id of the endpoint. */
  readonly endpoint: string;
  /** Its type. */
  readonly type: string;
  /** The body as it is sent. */
  readonly body: string;
  /** `waiting` for an attempt, `done`, `failed` for good, or `held` because its endpoint is paused. */
  readonly state: 'waiting' | 'done' | 'failed' | 'held';
  /** How often it was begun anew by hand. */
  readonly round: number;
  /** Attempts so far. */
  readonly attempt: number;
  /** The status of the last answer; null without one. */
  readonly status: number | null;
  /** The error of the last attempt; null if it arrived. */
  readonly error: string | null;
  /** When it was sent first, in milliseconds since 1970. */
  readonly createdAt: number;
}

/** The members of a delivery that change. */
export type DeliveryChange = Partial<Pick<Delivery, 'state' | 'round' | 'attempt' | 'status' | 'error'>>;

type Row = Readonly<Record<string, unknown>>;

const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const endpointOf = (row: Row): Endpoint => ({
  id: String(row['id']),
  owner: textOrNull(row['owner']),
  url: String(row['url']),
  types: JSON.parse(String(row['types'])) as readonly string[],
  failingSince: numberOrNull(row['failing_since']),
  pausedAt: numberOrNull(row['paused_at']),
  pausedWhy: textOrNull(row['paused_why']),
});

const deliveryOf = (row: Row): Delivery => ({
  id: String(row['id']),
  endpoint: String(row['endpoint_id']),
  type: String(row['type']),
  body: String(row['body']),
  state: String(row['state']) as Delivery['state'],
  round: Number(row['round']),
  attempt: Number(row['attempt']),
  status: numberOrNull(row['status']),
  error: textOrNull(row['error']),
  createdAt: Number(row['created_at']),
});

const sealed = 'sealed:';

/** Endpoints and deliveries in tables of the application. Statements run in the transaction at hand. */
export class WebhookStore {
  readonly #app: Application;

  constructor(app: Application) {
    this.#app = app;
  }

  get #database(): PluginDatabase {
    const database = this.#app.provided('database')?.(this.#app.config.webhooks.connection) ?? null;
    if (database === null) throw errors.E_WEBHOOK_DATABASE();
    return database;
  }

  /** The transaction that a caller names, or the one at hand, or the connection. */
  #db(transaction: object | null = null): PluginDatabase['current'] {
    // A cast: the core does not know the type of transactions.
    return (transaction as PluginDatabase['current'] | null) ?? this.#database.current;
  }

  async addEndpoint(
    given: Pick<Endpoint, 'owner' | 'url' | 'types'>,
    secrets: readonly EndpointSecret[],
  ): Promise<Endpoint> {
    const id = `ep_${randomUUID()}`;
    const { owner, url, types } = given;
    await this.#db()
      .insertInto('webhook_endpoints')
      .values({
        id,
        owner,
        url,
        types: JSON.stringify(types),
        secrets: this.#seal(id, secrets),
        created_at: Date.now(),
      })
      .execute();
    return { id, owner, url, types, failingSince: null, pausedAt: null, pausedWhy: null };
  }

  async endpoint(id: string, transaction: object | null = null): Promise<Endpoint | null> {
    const row = await this.#db(transaction)
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : endpointOf(row);
  }

  async endpoints(owner: string | undefined, transaction: object | null = null): Promise<readonly Endpoint[]> {
    const all = this.#db(transaction).selectFrom('webhook_endpoints').selectAll().orderBy('created_at').orderBy('id');
    const rows = await (owner === undefined ? all : all.where('owner', '=', owner)).execute();
    return rows.map(endpointOf);
  }

  async secrets(id: string): Promise<readonly EndpointSecret[]> {
    const query = this.#db().selectFrom('webhook_endpoints').select('secrets').where('id', '=', id);
    const row = await query.executeTakeFirst();
    return row === undefined ? [] : this.#open(id, String(row['secrets']));
  }

  async setSecrets(id: string, secrets: readonly EndpointSecret[]): Promise<void> {
    await this.#changeEndpoint(id, { secrets: this.#seal(id, secrets) });
  }

  async setFailing(id: string, since: number | null): Promise<void> {
    await this.#changeEndpoint(id, { failing_since: since });
  }

  async setPaused(id: string, reason: string | null): Promise<void> {
    const paused_at = reason === null ? null : Date.now();
    await this.#changeEndpoint(id, {
      paused_at,
      paused_why: reason,
      ...(reason === null ? { failing_since: null } : {}),
    });
  }

  async removeEndpoint(id: string): Promise<void> {
    await this.#db().deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute();
    await this.#db().deleteFrom('webhook_endpoints').where('id', '=', id).execute();
  }

  async addDelivery(
    given: Pick<Delivery, 'id' | 'endpoint' | 'type' | 'body' | 'state'>,
    transaction: object | null,
  ): Promise<void> {
    const { id, endpoint, type, body, state } = given;
    const now = Date.now();
    await this.#db(transaction)
      .insertInto('webhook_deliveries')
      .values({ id, endpoint_id: endpoint, type, body, state, round: 0, attempt: 0, created_at: now, changed_at: now })
      .execute();
  }

  async delivery(id: string): Promise<Delivery | null> {
    const row = await this.#db().selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : deliveryOf(row);
  }

  /** The latest deliveries first. */
  async deliveries(
    where: { readonly endpoint?: string; readonly state?: Delivery['state'] },
    limit: number,
  ): Promise<readonly Delivery[]> {
    let query = this.#db().selectFrom('webhook_deliveries').selectAll();
    if (where.endpoint !== undefined) query = query.where('endpoint_id', '=', where.endpoint);
    if (where.state !== undefined) query = query.where('state', '=', where.state);
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(deliveryOf);
  }

  /** Changes a delivery, unless another process has changed it since it was read. */
  async change({ id, round, attempt, state }: Delivery, change: DeliveryChange): Promise<boolean> {
    const { numUpdatedRows } = await this.#db()
      .updateTable('webhook_deliveries')
      .set({ ...change, changed_at: Date.now() })
      .where('id', '=', id)
      .where('round', '=', round)
      .where('attempt', '=', attempt)
      .where('state', '=', state)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Removes deliveries that ended before a time. Resolves to their number. */
  async prune(before: number): Promise<number> {
    const { numDeletedRows } = await this.#db()
      .deleteFrom('webhook_deliveries')
      .where('state', 'in', ['done', 'failed'])
      .where('changed_at', '<', before)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  async #changeEndpoint(id: string, changes: Readonly<Record<string, string | number | null>>): Promise<void> {
    await this.#db().updateTable('webhook_endpoints').set(changes).where('id', '=', id).execute();
  }

  /** Secrets are encrypted in applications that have a plugin for it. */
  #seal(id: string, secrets: readonly EndpointSecret[]): string {
    const text = JSON.stringify(secrets);
    const seals = this.#app.provided('seals');
    return seals === null ? text : `${sealed}${seals.seal('webhooks', text, { place: id })}`;
  }

  #open(id: string, text: string): readonly EndpointSecret[] {
    if (!text.startsWith(sealed)) return JSON.parse(text) as readonly EndpointSecret[];
    const opened = this.#app.provided('seals')?.open('webhooks', text.slice(sealed.length), id) ?? null;
    if (opened === null) throw errors.E_WEBHOOK_SEALED({ endpoint: id });
    return JSON.parse(opened) as readonly EndpointSecret[];
  }
}
