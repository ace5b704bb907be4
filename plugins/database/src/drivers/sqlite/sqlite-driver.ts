import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FrameworkError } from '@taproot/core';
import type { DatabaseConnection, TransactionSettings } from 'kysely';
import type Libsql from 'libsql';
import type { SqliteSettings } from '../../config/settings.ts';
import { errors } from '../../errors.ts';
import { reasonOf } from '../../reason-of.ts';
import { StatementDriver } from '../statement-driver.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { Turns } from './turns.ts';

/** Seconds that what still runs at the end is given. */
const grace = 2;

/** kysely's driver over libsql: one connection, whose users take turns, so that nothing gets into a transaction of another. */
export class SqliteDriver extends StatementDriver {
  readonly #settings: SqliteSettings;
  readonly #turns = new Turns();
  #database: Libsql.Database | null = null;
  #connection: SqliteConnection | null = null;

  constructor(settings: SqliteSettings) {
    super();
    this.#settings = settings;
  }

  async init(): Promise<void> {
    const { name, path } = this.#settings;
    const { default: Database } = await import('libsql');
    let database: Libsql.Database | null = null;
    try {
      if (path !== ':memory:') await mkdir(dirname(path), { recursive: true });
      database = new Database(path);
      this.#connection = await this.#prepare(database);
      this.#database = database;
    } catch (cause) {
      // The next query opens it again.
      database?.close();
      if (cause instanceof FrameworkError) throw cause;
      const reason = `${path}: ${reasonOf(cause)}`;
      throw errors.E_DATABASE_UNAVAILABLE({ connection: name, reason }, { cause });
    }
  }

  async #prepare(database: Libsql.Database): Promise<SqliteConnection> {
    const { name, path, busyTimeout } = this.#settings;
    const connection = new SqliteConnection(database, { name, busyTimeout });
    // Readers and a writer of several processes do not wait for each other; a power cut may cost the last transactions.
    if (path !== ':memory:') await connection.run('pragma journal_mode = wal');
    await connection.run('pragma synchronous = normal');
    await connection.run('pragma foreign_keys = on');
    return connection;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { name: connection, connectTimeout: seconds } = this.#settings;
    await this.#turns.take(seconds, () => errors.E_DATABASE_BUSY({ connection, seconds }));
    if (this.#connection !== null) return this.#connection;
    this.#turns.pass();
    throw errors.E_DATABASE_CLOSED({ connection });
  }

  releaseConnection(): Promise<void> {
    this.#turns.pass();
    return Promise.resolve();
  }

  /** A transaction that may write takes the lock at once: later it could not wait for it, having read. */
  beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    return this.run(connection, accessMode === 'read only' ? 'begin' : 'begin immediate');
  }

  /** SQLite has rolled back by itself after some errors, such as a full disk. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database?.inTransaction === true) await super.rollbackTransaction(connection);
  }

  async destroy(): Promise<void> {
    const late = () => new Error('late');
    await this.#turns.take(grace, late).catch(() => undefined);
    this.#connection = null;
    this.#database?.close();
    this.#turns.pass();
  }
}
