import { FrameworkError } from '@taproot/core';
import { withDeadline } from '@taproot/core/plugin';
import type { DatabaseConnection, TransactionSettings } from 'kysely';
import type { ServerSettings } from '../config/settings.ts';
import { errors } from '../errors.ts';
import { reasonOf } from '../reason-of.ts';
import { asUnavailable } from './connection-failure.ts';
import type { Link, LinkPool } from './link.ts';
import { LinkConnection } from './link-connection.ts';
import { StatementDriver } from './statement-driver.ts';

/** The differences between kinds of servers. */
export interface ServerKind {
  /** Imports the driver and makes a pool, but does not connect yet. */
  open(settings: ServerSettings): Promise<LinkPool>;
  /** The statements that begin a transaction. */
  begin(settings: TransactionSettings): readonly string[];
}

/** The receivers of errors. */
export interface ErrorListeners {
  /** Receives every error of a query, as the driver gave it. */
  readonly failed: (error: unknown) => void;
  /** Receives errors that reach no caller. */
  readonly report: (error: unknown) => void;
}

/** How much of a pool is in use. */
export interface PoolUse {
  /** Connections that run queries or transactions. */
  readonly used: number;
  /** The most connections, from `pool.max`. */
  readonly max: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
  /** How many seconds the oldest of them has waited; 0 when none waits. */
  readonly longestWait: number;
}

/** Seconds for running queries at the end; then their connections are cut. */
const grace = 2;

/**
 * kysely's driver over a pool of links. Waiting for a link has a time limit, a late query loses its link, and close() leaves no link open.
 */
export class PooledDriver extends StatementDriver {
  readonly #kind: ServerKind;
  readonly #settings: ServerSettings;
  readonly #failed: (error: unknown) => void;
  readonly #held = new Set<LinkConnection>();
  /** Queries without a connection yet, oldest first, with the time since when each waits. */
  readonly #waiting = new Set<{ readonly since: number }>();
  #pool: LinkPool | null = null;
  #idle: () => void = () => undefined;

  constructor(kind: ServerKind, settings: ServerSettings, { failed, report }: ErrorListeners) {
    super(settings, report);
    this.#kind = kind;
    this.#settings = settings;
    this.#failed = failed;
  }

  /** How much of the pool is in use. */
  get use(): PoolUse {
    const [oldest] = this.#waiting;
    const longestWait = oldest === undefined ? 0 : (performance.now() - oldest.since) / 1000;
    return { used: this.#held.size, max: this.#settings.max, waiting: this.#waiting.size, longestWait };
  }

  async init(): Promise<void> {
    this.#pool = await this.#kind.open(this.#settings);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { name, driver, queryTimeout } = this.#settings;
    const terms = { name, driver, queryTimeout, failed: this.#failed };
    const connection = new LinkConnection(await this.#acquire(), terms);
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

  async #acquire(): Promise<Link> {
    const { name: connection, connectTimeout: seconds, max } = this.#settings;
    if (this.#pool === null) throw errors.E_DATABASE_CLOSED({ connection });
    const acquiring = this.#pool.acquire();
    const place = { since: performance.now() };
    this.#waiting.add(place);
    try {
      return await withDeadline(acquiring, seconds, () => {
        if (this.#held.size >= max) return errors.E_DATABASE_BUSY({ connection, seconds });
        return errors.E_DATABASE_UNAVAILABLE({ connection, reason: `it did not answer within ${seconds} s` });
      });
    } catch (error) {
      // A link that arrives too late goes back to the pool.
      acquiring.then(
        (link) => link.release(),
        () => undefined,
      );
      const failure = asUnavailable(connection, error);
      if (failure instanceof FrameworkError) throw failure;
      throw errors.E_DATABASE_REFUSED({ connection, reason: reasonOf(error) }, { cause: error });
    } finally {
      this.#waiting.delete(place);
    }
  }

  #forget(connection: LinkConnection): void {
    this.#held.delete(connection);
    if (this.#held.size === 0) this.#idle();
  }

  /** Waits for running queries, and cuts those that do not end in time. */
  async #drain(): Promise<void> {
    if (this.#held.size === 0) return;
    const idle = new Promise<void>((resolve) => (this.#idle = resolve));
    const late = () => new Error('late');
    await withDeadline(idle, grace, late).catch(() => Promise.all([...this.#held].map((held) => held.cut())));
  }
}
