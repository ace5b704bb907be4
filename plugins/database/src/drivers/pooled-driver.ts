import { FrameworkError } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { withDeadline } from '@taproot/core/plugin';
import type { DatabaseConnection, TransactionSettings } from 'kysely';
import type { ServerSettings } from '../config/settings.ts';
import { errors } from '../errors.ts';
import { asUnavailable, later } from './connection-failure.ts';
import { Lifetimes } from './lifetimes.ts';
import type { Link, LinkPool } from './link.ts';
import { LinkConnection, type LinkTerms } from './link-connection.ts';
import { StatementDriver } from './statement-driver.ts';
import type { StatementObserver } from './statement-observer.ts';
import { tracedWait } from './traced-waits.ts';

/** The differences between kinds of servers. */
export interface ServerKind {
  /** Imports the driver and makes a pool, but does not connect yet. */
  open(settings: ServerSettings): Promise<LinkPool>;
  /** The statements that begin a transaction. */
  begin(settings: TransactionSettings): readonly string[];
}

/** The receivers of errors and of statements. */
export interface Listeners {
  readonly observer: StatementObserver;
  /** Receives every error of a query, as the driver gave it. */
  readonly failed: (error: unknown) => void;
  /** Receives errors that reach no caller. */
  readonly report: (error: unknown) => void;
}

/** How much of a pool is in use. */
export interface PoolUse {
  /** Connections that run queries or transactions. */
  readonly used: number;
  /** Open connections that no query uses. */
  readonly idle: number;
  /** The most connections, from `pool.max`. */
  readonly max: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
  /** How many seconds the oldest of them has waited; 0 when none waits. */
  readonly longestWait: number;
}

/** Seconds for running queries at the end; then their connections are cut. */
const grace = 2;

/** A query without a connection. */
interface Waiting {
  /** Milliseconds, like `performance.now()`. */
  readonly since: number;
  /** Opens its connection, when there is a place in the pool. */
  readonly begin: () => void;
  readonly fail: (error: Error) => void;
}

/**
 * kysely's driver over a pool of links. Waiting for a link has a time limit, a late query loses its link, and close() leaves no link open.
 */
export class PooledDriver extends StatementDriver {
  readonly #kind: ServerKind;
  readonly #settings: ServerSettings;
  readonly #terms: LinkTerms;
  readonly #lifetimes: Lifetimes;
  readonly #held = new Set<LinkConnection>();
  /** Queries without a connection yet, oldest first. */
  readonly #waiting = new Set<Waiting>();
  /** Those of them for which the pool has no place, oldest first. */
  readonly #queue = new Set<Waiting>();
  /** The places of the pool that are taken, by connections in use and by those that open. */
  #taken = 0;
  #pool: LinkPool | null = null;
  #idle: () => void = () => undefined;

  constructor(kind: ServerKind, settings: ServerSettings, { failed, report, observer }: Listeners) {
    super(settings, report);
    const { name, driver, queryTimeout, readOnly } = settings;
    const lifetimes = new Lifetimes(settings.maxLifetime);
    this.#kind = kind;
    this.#settings = settings;
    this.#lifetimes = lifetimes;
    const isOver = (client: object): boolean => lifetimes.isOver(client);
    const moved = (): void => lifetimes.endAll();
    this.#terms = { name, driver, queryTimeout, readOnly, moved, isOver, observer, failed };
  }

  /** How much of the pool is in use. */
  get use(): PoolUse {
    const [oldest] = this.#waiting;
    const longestWait = oldest === undefined ? 0 : (performance.now() - oldest.since) / 1000;
    return {
      used: this.#held.size,
      idle: this.#pool?.idle ?? 0,
      max: this.#settings.max,
      waiting: this.#waiting.size,
      longestWait,
    };
  }

  async init(): Promise<void> {
    this.#pool = await this.#kind.open(this.#settings);
  }

  /** Closes each connection that is open now, as soon as nothing uses it: the address may lead to another server by now. */
  renew(): void {
    this.#lifetimes.endAll();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = new LinkConnection(await this.#acquire(), this.#terms);
    this.#held.add(connection);
    return connection;
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof LinkConnection) {
      connection.release();
      this.#forget(connection);
    }
    return Promise.resolve();
  }

  protected async begin(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    for (const statement of this.#kind.begin(settings)) await this.run(connection, statement);
  }

  /**
   * If the rollback fails, cuts the connection, because the server then rolls back by itself. Does not throw, so that an earlier error is
   * not hidden.
   */
  protected async rollBack(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof LinkConnection) || connection.isCut || connection.transaction.hasEnded) return;
    await this.run(connection, 'rollback').catch(() => connection.cut());
  }

  protected async withdraw(connection: DatabaseConnection, error: unknown): Promise<void> {
    if (!(connection instanceof LinkConnection) || !this.#held.has(connection)) return;
    await connection.withdraw(error);
    this.#forget(connection);
  }

  protected abandon(connection: DatabaseConnection, late: () => Error): boolean {
    if (!(connection instanceof LinkConnection) || connection.isCut || !this.#held.has(connection)) return false;
    void connection.cut(late);
    this.#forget(connection);
    return true;
  }

  async destroy(): Promise<void> {
    await this.#drain();
    await this.#pool?.end();
  }

  #acquire(): Promise<Link> {
    const { name: connection, connectTimeout: seconds, max } = this.#settings;
    const pool = this.#pool;
    if (pool === null) throw errors.E_DATABASE_CLOSED({ connection });
    // An open link comes at once, so no timer is needed.
    if (this.#taken < max && this.#queue.size === 0 && pool.idle > 0) return this.#open(pool);
    return tracedWait(connection, () => this.#wait(pool, seconds, max));
  }

  /** Waits for a place of the pool and for its link, `seconds` at most. */
  #wait(pool: LinkPool, seconds: number, max: number): Promise<Link> {
    return new Promise((resolve, reject) => {
      const settle = (): boolean => {
        clearTimeout(timer);
        this.#queue.delete(place);
        return this.#waiting.delete(place);
      };
      const fail = (error: unknown): void => {
        if (settle()) reject(error);
      };
      const arrive = (link: Link): void => {
        if (settle()) resolve(link);
        else this.#returnLate(link);
      };
      const begin = (): void => void this.#open(pool).then(arrive, fail);
      const place: Waiting = { since: performance.now(), begin, fail };
      const timer = setTimeout(() => fail(this.#late(seconds)), seconds * 1000);
      this.#waiting.add(place);
      if (this.#taken < max && this.#queue.size === 0) begin();
      else this.#queue.add(place);
    });
  }

  /** Takes a place of the pool, and a link that may be used. */
  async #open(pool: LinkPool): Promise<Link> {
    this.#taken++;
    try {
      for (;;) {
        const link = await pool.acquire();
        if (!this.#lifetimes.isOver(link.client)) return link;
        link.discard();
      }
    } catch (error) {
      this.#free();
      const { name: connection } = this.#settings;
      const failure = asUnavailable(connection, error);
      if (failure instanceof FrameworkError) throw failure;
      throw errors.E_DATABASE_REFUSED({ connection, reason: reasonOf(error) }, { cause: error });
    }
  }

  /** The error of a query that waited too long. */
  #late(seconds: number): Error {
    const { name: connection, max } = this.#settings;
    if (this.#held.size >= max) return errors.E_DATABASE_BUSY({ connection, seconds }, later());
    return errors.E_DATABASE_UNAVAILABLE({ connection, reason: `it did not answer within ${seconds} s` }, later());
  }

  /** A link whose query no longer waits for it goes back to the pool. */
  #returnLate(link: Link): void {
    link.release();
    this.#free();
  }

  #forget(connection: LinkConnection): void {
    if (this.#held.delete(connection)) this.#free();
  }

  /** Gives a place to the query that has waited longest. */
  #free(): void {
    this.#taken--;
    const [next] = this.#queue;
    if (next !== undefined) {
      this.#queue.delete(next);
      next.begin();
    } else if (this.#taken === 0) this.#idle();
  }

  /** Waits for running queries. Those that do not end in time are cut. */
  async #drain(): Promise<void> {
    if (this.#taken === 0) return;
    const idle = new Promise<void>((resolve) => (this.#idle = resolve));
    const late = () => new Error('late');
    await withDeadline(idle, grace, late).catch(() => this.#cutAll());
  }

  async #cutAll(): Promise<void> {
    for (const place of this.#waiting) place.fail(errors.E_DATABASE_CLOSED({ connection: this.#settings.name }));
    await Promise.all([...this.#held].map((held) => held.cut()));
  }
}
