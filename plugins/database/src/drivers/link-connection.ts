import { FrameworkError, hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { channels, trace } from '@taproot/core/plugin';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { errors } from '../errors.ts';
import { asUnavailable, isReadOnlyServer, isServerTimeout, later } from './connection-failure.ts';
import type { Link } from './link.ts';
import { statementError } from './statement-error.ts';
import { observe, observeRows, type StatementObserver } from './statement-observer.ts';
import { TransactionState } from './transaction-state.ts';

/** The owner of a connection, and how long its queries may take. */
export interface LinkTerms {
  readonly name: string;
  readonly driver: string;
  /** Seconds; null = no limit. */
  readonly queryTimeout: number | null;
  /** Whether a server that cannot write is as it should be. */
  readonly readOnly: boolean;
  /** Called when the server turns out to be the wrong one: connections that are open now must not be used again. */
  readonly moved: () => void;
  readonly observer: StatementObserver;
  /** Whether the connection was open when the server turned out to be the wrong one, or is too old. */
  readonly isOver: (client: object) => boolean;
  /** Receives every error of a query as the driver gave it. */
  readonly failed: (error: unknown) => void;
}

/**
 * After a failed statement, PostgreSQL refuses all others of the transaction with this code, and does not say which one
 * failed.
 */
const refusedAfterError = '25P02';

const ends = new Set(['commit', 'rollback']);

/** A link as kysely sees it. A late query loses its link, because no other query may read the reply that is still on its way. */
export class LinkConnection implements DatabaseConnection {
  readonly #link: Link;
  readonly #terms: LinkTerms;
  /** The state of the transaction. */
  readonly transaction: TransactionState;
  #isReleased = false;
  #cut: Promise<void> | null = null;
  #why: (() => Error) | null = null;
  #abandon: (error: Error) => void = () => undefined;

  constructor(link: Link, terms: LinkTerms) {
    this.#link = link;
    this.#terms = terms;
    this.transaction = new TransactionState(terms.name);
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { observer } = this.#terms;
    return observer.isUsed() ? observe(observer, query, () => this.execute<Row>(query)) : this.execute(query);
  }

  /** Runs a statement that the hook `query` does not hear of. */
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!channels.query.hasSubscribers) return this.#execute(query);
    const { name: connection, driver } = this.#terms;
    return trace(channels.query, { connection, driver, sql: query.sql }, () => this.#execute<Row>(query));
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    const { name: connection, failed } = this.#terms;
    if (this.#cut !== null) throw this.#whyCut();
    this.transaction.requireRunning();
    try {
      const result = await this.#inTime(this.#link.query(sql, parameters));
      if (result.undone === true) throw this.transaction.undone();
      if (result.inTransaction === false && this.transaction.isOpen && !ends.has(sql)) this.transaction.commitBy(sql);
      // The query builder knows the type of the rows.
      return result as QueryResult<Row>;
    } catch (error) {
      failed(error);
      throw statementError(await this.#failure(error), query, connection);
    }
  }

  streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { observer } = this.#terms;
    const rows = this.#stream<Row>(query);
    return observer.isUsed() ? observeRows(observer, query, rows) : rows;
  }

  async *#stream<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { name: connection } = this.#terms;
    if (this.#cut !== null) throw this.#whyCut();
    this.transaction.requireRunning();
    if (this.#link.stream === undefined) throw errors.E_DATABASE_STREAM({ connection });
    try {
      for await (const row of this.#link.stream(sql, parameters)) yield { rows: [row as Row] };
    } catch (error) {
      if (this.#cut !== null) throw this.#whyCut();
      const known = await this.#failure(error);
      throw known instanceof FrameworkError ? known : error;
    }
  }

  /** The error that the user gets for an error of the driver. It also changes the state of the transaction. */
  async #failure(error: unknown): Promise<unknown> {
    const { name: connection, queryTimeout: seconds, readOnly, moved } = this.#terms;
    const { transaction } = this;
    if (hasCode(error, refusedAfterError)) return transaction.undone();
    if (!readOnly && !transaction.isReadOnly && isReadOnlyServer(error)) {
      moved();
      // The connection closes when it is released, and that rolls back.
      if (transaction.isOpen) transaction.loseTo(error);
      return errors.E_DATABASE_UNAVAILABLE({ connection, reason: reasonOf(error) }, { cause: error, ...later() });
    }
    const known = asUnavailable(connection, error);
    await this.#noteFailure(known);
    if (seconds === null || !isServerTimeout(error)) return known;
    return errors.E_DATABASE_TIMEOUT({ connection, seconds }, { cause: error });
  }

  get isCut(): boolean {
    return this.#cut !== null;
  }

  /** Ends the connection and its running query. Later queries fail with `E_DATABASE_CUT`, or with the error of `why()`. */
  cut(why: (() => Error) | null = null): Promise<void> {
    if (this.#cut === null) {
      this.#why = why;
      this.#cut = this.#link.cut();
    }
    this.#abandon(this.#whyCut());
    return this.#cut;
  }

  release(): void {
    if (this.#cut !== null || this.#isReleased) return;
    this.#isReleased = true;
    if (this.#terms.isOver(this.#link.client)) this.#link.discard();
    else this.#link.release();
  }

  /**
   * Rolls back after a failed commit and gives the link back, although its user may still hold this connection.
   * Statements of that user then fail with E_DATABASE_ENDED.
   */
  async withdraw(error: unknown): Promise<void> {
    this.transaction.refuse(error);
    if (this.#cut !== null || this.#isReleased) return;
    try {
      await this.#inTime(this.#link.query('rollback', []));
      this.release();
    } catch {
      // The server rolls back a transaction whose connection it loses.
      await this.cut();
    }
  }

  /** A failed statement may have ended the transaction. Errors of the framework did not come from the server, so they end nothing. */
  async #noteFailure(error: unknown): Promise<void> {
    const { transaction } = this;
    if (!transaction.isOpen || this.#cut !== null || error instanceof FrameworkError) return;
    transaction.fail(error);
    if (this.#link.isInTransaction === undefined) return;
    try {
      if (!(await this.#inTime(this.#link.isInTransaction()))) transaction.loseTo(error);
    } catch {
      // The state is unknown. Without the cut, later statements might be committed one by one.
      void this.cut();
    }
  }

  #whyCut(): Error {
    return this.#why?.() ?? errors.E_DATABASE_CUT({ connection: this.#terms.name });
  }

  /** The result of a query; rejects if it is late or was cut off. A driver never settles a query whose link is gone, so this does. */
  #inTime<Result>(query: Promise<Result>): Promise<Result> {
    const { name: connection, queryTimeout: seconds } = this.#terms;
    return new Promise((resolve, reject) => {
      const late = () => {
        reject(errors.E_DATABASE_TIMEOUT({ connection, seconds: seconds ?? 0 }));
        void this.cut();
      };
      const timer = seconds === null ? undefined : setTimeout(late, seconds * 1000);
      this.#abandon = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      query.then(
        (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
  }
}
