import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '@taproot/core';
import type { QueryEvent } from '@taproot/core/internal';
import { channels, trace } from '@taproot/core/plugin';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type Libsql from 'libsql';
import { errors } from '../../errors.ts';
import { statementError } from '../statement-error.ts';
import { observe, type StatementObserver } from '../statement-observer.ts';
import { TransactionState } from '../transaction-state.ts';
import { bindSqlite, type SqliteValue } from './bind-sqlite.ts';
import { type ReadRow, readColumns } from './read-columns.ts';

/** The number of statements that stay prepared. Preparing one takes twice as long as a small query. */
const kept = 256;
/** Milliseconds between two attempts of a statement while the file is locked. */
const shortestWait = 1;
const longestWait = 25;

const changesTables = /^\s*(?:create|alter|drop)\b/i;

interface Prepared {
  readonly statement: Libsql.Statement;
  /** The reader of the statement's rows; null for a statement without rows. */
  readonly read: ReadRow | null;
}

/** How long a statement waits for other processes. */
export interface SqliteTerms {
  readonly name: string;
  /** Seconds. */
  readonly busyTimeout: number;
}

/**
 * The one connection to a SQLite file. Statements run synchronously in this thread. Only waiting for a lock lets the
 * event loop run.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: Libsql.Database;
  readonly #terms: SqliteTerms;
  readonly #observer: StatementObserver;
  readonly #statements = new Map<string, Prepared>();
  /** The state of the transaction. */
  readonly transaction: TransactionState;
  #why: (() => Error) | null = null;

  constructor(database: Libsql.Database, terms: SqliteTerms, observer: StatementObserver) {
    this.#database = database;
    this.#terms = terms;
    this.#observer = observer;
    this.transaction = new TransactionState(terms.name);
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const observer = this.#observer;
    return observer.isUsed() ? observe(observer, query, () => this.execute<Row>(query)) : this.execute(query);
  }

  /** Runs a statement that the hook `query` does not hear of. */
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!channels.query.hasSubscribers) return this.#execute(query);
    const event: QueryEvent = { connection: this.#terms.name, driver: 'sqlite', sql: query.sql };
    return trace(channels.query, event, () => this.#execute<Row>(query));
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { name } = this.#terms;
    this.transaction.requireRunning();
    try {
      const values = query.parameters.map((value) => bindSqlite(value, name));
      return await this.#inTime(() => this.#run<Row>(query.sql, values));
    } catch (error) {
      // SQLite has rolled back by itself, for example after `insert or rollback`, or because the disk is full.
      if (this.transaction.isOpen && this.#why === null && !this.#database.inTransaction)
        this.transaction.loseTo(error);
      throw statementError(error, query, name);
    }
  }

  /** Reads all rows first, because an open statement would block writers of the file. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { rows } = await this.executeQuery<Row>(query);
    for (const row of rows) yield { rows: [row] };
  }

  /** Runs a statement that has no parameters. */
  async run(sql: string): Promise<void> {
    await this.#inTime(() => this.#run(sql, []));
  }

  /** Takes the database away from the user of this connection. Later queries of that user fail with the error of `why()`. */
  cut(why: () => Error): void {
    this.#why = why;
    this.#statements.clear();
  }

  #run<Row>(sql: string, values: readonly SqliteValue[]): QueryResult<Row> {
    if (sql === 'commit' && this.#why === null) {
      // Runs these statements unprepared: libsql does not reset a prepared statement that failed, so a refused commit would keep tables
      // locked.
      this.#database.exec(sql);
      return { rows: [] };
    }
    const { statement, read } = this.#prepare(sql);
    // The query builder knows the type of the rows.
    if (read !== null) return { rows: statement.all(values).map((row) => read(row as Record<string, unknown>) as Row) };
    const { changes, lastInsertRowid } = statement.run(values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#why !== null) throw this.#why();
    const statement = this.#database.prepare(sql);
    const { reader } = statement;
    if (reader) statement.safeIntegers(true);
    const prepared = { statement, read: reader ? readColumns(statement) : null };
    // After a statement on tables, columns may have other types.
    if (this.#statements.size >= kept || changesTables.test(sql)) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** Tries again while another process has locked the file. SQLite's own way of waiting would block the whole process. */
  #inTime<Result>(run: () => Result): Result | Promise<Result> {
    try {
      return run();
    } catch (error) {
      if (!hasCode(error, 'SQLITE_BUSY')) throw error;
      return this.#retry(error, run);
    }
  }

  async #retry<Result>(cause: unknown, run: () => Result): Promise<Result> {
    const { name: connection, busyTimeout: seconds } = this.#terms;
    const end = performance.now() + seconds * 1000;
    for (let wait = shortestWait; performance.now() < end; wait = Math.min(wait * 2, longestWait)) {
      await sleep(wait);
      try {
        return run();
      } catch (error) {
        if (!hasCode(error, 'SQLITE_BUSY')) throw error;
      }
    }
    throw errors.E_DATABASE_LOCKED({ connection, seconds }, { cause });
  }
}
