import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FrameworkError } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import type { DatabaseConnection, TransactionSettings } from 'kysely';
import type Libsql from 'libsql';
import type { SqliteSettings } from '../../config/settings.ts';
import { errors } from '../../errors.ts';
import { StatementDriver } from '../statement-driver.ts';
import type { StatementObserver } from '../statement-observer.ts';
import { tracedWait } from '../traced-waits.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { Turns } from './turns.ts';

/** Seconds for running queries when the driver closes. */
const grace = 2;

/** Says in words why a database file cannot be opened, because libsql gives only a number. */
const faultOfFile = async (path: string, error: unknown): Promise<string> => {
  const folder = dirname(path);
  const at = await stat(folder).catch(() => null);
  if (at === null) return `the folder ${folder} cannot be made (${reasonOf(error)})`;
  if (!at.isDirectory()) return `${folder} is not a folder`;
  const file = await stat(path).catch(() => null);
  if (file?.isDirectory() === true) return 'it is a folder';
  if (file !== null && !(await isWritable(path))) return 'this process may not write it';
  return (await isWritable(folder))
    ? reasonOf(error)
    : `this process may not write in ${folder}, where SQLite needs files beside it`;
};

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );

/**
 * kysely's driver over libsql. It has one connection. Its users take turns, so that no statement gets into the
 * transaction of another user.
 */
export class SqliteDriver extends StatementDriver {
  readonly #settings: SqliteSettings;
  readonly #observer: StatementObserver;
  readonly #turns = new Turns();
  #database: Libsql.Database | null = null;
  #connection: SqliteConnection | null = null;

  constructor(
    settings: SqliteSettings,
    { report, observer }: { readonly report: (error: unknown) => void; readonly observer: StatementObserver },
  ) {
    super(settings, report);
    this.#settings = settings;
    this.#observer = observer;
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
      // Closes it, so that the next query opens it again.
      database?.close();
      if (cause instanceof FrameworkError) throw cause;
      throw errors.E_DATABASE_FILE({ connection: name, path, reason: await faultOfFile(path, cause) }, { cause });
    }
  }

  async #prepare(database: Libsql.Database): Promise<SqliteConnection> {
    const { path } = this.#settings;
    const connection = new SqliteConnection(database, this.#settings, this.#observer);
    // In this mode, readers and writers of several processes do not wait for each other. A power cut may lose the last transactions.
    if (path !== ':memory:') await connection.run('pragma journal_mode = wal');
    await connection.run('pragma synchronous = normal');
    await connection.run('pragma foreign_keys = on');
    return connection;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { name: connection, connectTimeout: seconds } = this.#settings;
    const take = () => this.#turns.take(seconds, () => errors.E_DATABASE_BUSY({ connection, seconds }));
    await (this.#turns.isFree ? take() : tracedWait(connection, take));
    if (this.#connection !== null) return this.#connection;
    this.#turns.pass();
    throw errors.E_DATABASE_CLOSED({ connection });
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    // The turn of a connection that was cut has ended already.
    if (connection === this.#connection) this.#turns.pass();
    return Promise.resolve();
  }

  /**
   * A transaction that may write takes the write lock when it begins. After a read, SQLite would not wait for the lock.
   */
  protected begin(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    return this.run(connection, accessMode === 'read only' ? 'begin' : 'begin immediate');
  }

  /** After some errors, such as a full disk, SQLite has already rolled back by itself. */
  protected async rollBack(connection: DatabaseConnection): Promise<void> {
    if (connection === this.#connection && this.#database?.inTransaction === true)
      await this.run(connection, 'rollback');
  }

  protected withdraw(connection: DatabaseConnection, error: unknown): Promise<void> {
    if (connection instanceof SqliteConnection) this.abandon(connection, connection.transaction.refuse(error));
    return Promise.resolve();
  }

  protected abandon(connection: DatabaseConnection, late: () => Error): boolean {
    if (this.#database === null || this.#connection === null || connection !== this.#connection) return false;
    undo(this.#database);
    this.#connection.cut(late);
    this.#connection = new SqliteConnection(this.#database, this.#settings, this.#observer);
    this.#turns.pass();
    return true;
  }

  async destroy(): Promise<void> {
    const late = () => new Error('late');
    await this.#turns.take(grace, late).catch(() => undefined);
    const database = this.#database;
    this.#connection?.cut(() => errors.E_DATABASE_CLOSED({ connection: this.#settings.name }));
    this.#connection = null;
    // libsql would end the process if code used a closed database.
    this.#database = null;
    try {
      if (database !== null) undo(database);
    } finally {
      database?.close();
      this.#turns.pass();
    }
  }
}

/** Rolls back before closing. Otherwise the transaction would lock the file until the garbage collector frees its statements. */
const undo = (database: Libsql.Database): void => {
  if (database.inTransaction) database.exec('rollback');
};
