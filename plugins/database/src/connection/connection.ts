import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, sql } from 'kysely';
import { indexColumns } from '../catalog/catalog.ts';
import { ColumnKinds } from '../catalog/column-kinds.ts';
import type { Settings } from '../config/settings.ts';
import type { DatabaseHooks } from '../database-hooks.ts';
import { rememberOrigin } from '../drivers/error-origin.ts';
import { LinkConnection } from '../drivers/link-connection.ts';
import { PooledDriver, type PoolUse } from '../drivers/pooled-driver.ts';
import type { Statement, StatementObserver } from '../drivers/statement-observer.ts';
import { errors } from '../errors.ts';
import { ambientOf } from '../queries/ambient.ts';
import { rememberReporter } from '../queries/reporters.ts';
import { dialectOf } from './dialect.ts';
import type { HeldDriver } from './held-driver.ts';

type Row = Readonly<Record<string, unknown>>;

/** Tables whose names are known only at run time, for queries of plugins. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** Seconds for which a migration waits while another process writes the SQLite file. kysely waits as long on servers. */
const patience = 3600;

const patient = (settings: Settings): Settings =>
  settings.driver === 'sqlite'
    ? { ...settings, busyTimeout: patience, transactionTimeout: null }
    : { ...settings, queryTimeout: null, transactionTimeout: null, max: 2 };

/** One named connection. It opens at the first query. */
export class Connection {
  readonly name: string;
  readonly settings: Settings;
  /** The kinds of its tables' columns. */
  readonly kinds = new ColumnKinds(this);
  readonly #hooks: DatabaseHooks;
  readonly #report: (error: unknown) => void;
  readonly #observer: StatementObserver = {
    isUsed: () => this.#hooks.query.isUsed(),
    tell: (statement, milliseconds, error) => this.#tell(statement, milliseconds, error),
  };
  #db: Kysely<AnyTables> | null = null;
  #driver: Driver | null = null;
  #held: HeldDriver | null = null;
  #closed = false;

  /** `report` receives errors that reach no caller. */
  constructor(settings: Settings, hooks: DatabaseHooks, report: (error: unknown) => void) {
    this.#hooks = hooks;
    this.#report = report;
    this.name = settings.name;
    this.settings = settings;
  }

  /** Whether the query builder of this connection was used. */
  get used(): boolean {
    return this.#db !== null;
  }

  /** How much of its pool is in use; null for SQLite, which has none, and before the first query. */
  get pool(): PoolUse | null {
    return this.#driver instanceof PooledDriver ? this.#driver.use : null;
  }

  /** The query builder; the first access loads it. */
  get db(): Kysely<AnyTables> {
    if (this.#db !== null) return this.#db;
    this.#db = this.#create(this.settings, (driver) => (this.#driver = driver));
    return this.#db;
  }

  /**
   * Runs a query until `signal` aborts. A query that still waits for its turn then never runs. A running query loses its connection, so
   * that other queries need not wait for it. Within an ambient transaction the query is a part of that transaction: another connection
   * would not see its rows, and SQLite has only one connection.
   */
  run(query: CompiledQuery, signal: AbortSignal | null): Promise<readonly Row[]> {
    const db = ambientOf(this.db);
    const isPart = db !== this.db && this.settings.driver === 'pgsql';
    return db.getExecutor().provideConnection(async (connection) => {
      signal?.throwIfAborted();
      const cut = () => connection instanceof LinkConnection && void connection.cut();
      signal?.addEventListener('abort', cut);
      try {
        return await (isPart ? this.#runApart(connection, query) : execute(connection, query));
      } finally {
        signal?.removeEventListener('abort', cut);
      }
    });
  }

  /**
   * Asks the server whether it does its work; for a health check. A server that only reads is the former primary after a failover, so open
   * connections are replaced.
   * @throws E_DATABASE_READ_ONLY, unless the connection is for reading.
   */
  async check(signal: AbortSignal): Promise<void> {
    const { settings, name: connection } = this;
    const [row] = await this.run(states[settings.driver].compile(this.db), signal);
    if (settings.driver === 'sqlite' || settings.readOnly || Number(row?.['reads_only'] ?? 0) === 0) return;
    if (this.#driver instanceof PooledDriver) this.#driver.renew();
    throw errors.E_DATABASE_READ_ONLY({ connection });
  }

  /** Runs a query behind a savepoint. In PostgreSQL, a value that does not fit its column would otherwise end the transaction. */
  async #runApart(connection: DatabaseConnection, query: CompiledQuery): Promise<readonly Row[]> {
    await execute(connection, CompiledQuery.raw(`savepoint ${question}`));
    try {
      const rows = await execute(connection, query);
      await execute(connection, CompiledQuery.raw(`release savepoint ${question}`));
      return rows;
    } catch (error) {
      // Ignores this error, because the error of the query is the one that matters.
      await execute(connection, CompiledQuery.raw(`rollback to savepoint ${question}`)).catch(() => undefined);
      throw error;
    }
  }

  /** Runs queries without a time limit, for migrations, which may wait until another process has migrated. */
  async withPatience<Result>(work: (db: Kysely<AnyTables>) => Promise<Result>): Promise<Result> {
    const { settings } = this;
    // A second connection would open another database.
    if (this.#held !== null || (settings.driver === 'sqlite' && settings.path === ':memory:')) return work(this.db);
    return this.#apart(patient(settings), work);
  }

  /** Runs queries on another database of the same server, from which databases can be created. */
  atServer<Result>(database: string, work: (db: Kysely<AnyTables>) => Promise<Result>): Promise<Result> {
    const settings = patient(this.settings);
    return this.#apart(settings.driver === 'sqlite' ? settings : { ...settings, database }, work);
  }

  /** Runs everything from now on in one transaction, until `letGo()`: for tests. */
  async hold(): Promise<void> {
    const { HeldDriver } = await import('./held-driver.ts');
    // The first query opens the driver.
    await this.db.getExecutor().provideConnection(() => Promise.resolve());
    if (this.#driver === null || this.#held !== null) return;
    this.#held = await HeldDriver.hold(this.#driver, this.settings, this.#observer);
  }

  /** Undoes everything since `hold()`. False when a part was committed; in MySQL, statements on tables do that. */
  async letGo(): Promise<boolean> {
    const held = this.#held;
    this.#held = null;
    return (await held?.letGo()) ?? true;
  }

  async #apart<Result>(settings: Settings, work: (db: Kysely<AnyTables>) => Promise<Result>): Promise<Result> {
    const db = this.#create(settings);
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  /** Waits for running queries, then closes every connection. A second call does nothing. */
  async close(): Promise<void> {
    await this.letGo();
    this.#closed = true;
    await this.#db?.destroy();
  }

  #create(settings: Settings, made: (driver: Driver) => void = () => undefined): Kysely<AnyTables> {
    const failed = (error: unknown): void => {
      if (settings.driver === 'mysql') rememberOrigin(error, (table, index) => indexColumns(this, table, index));
    };
    const dialect = dialectOf(settings, { failed, report: this.#report, observer: this.#observer });
    const createDriver = () => {
      const driver = dialect.createDriver();
      const init = driver.init.bind(driver);
      driver.init = () => {
        if (this.#closed) throw errors.E_DATABASE_CLOSED({ connection: this.name });
        return init();
      };
      made(driver);
      return driver;
    };
    const db = new Kysely<AnyTables>({ dialect: { ...dialect, createDriver } });
    rememberReporter(db, this.#report);
    return db;
  }

  #tell({ sql, parameters }: Statement, milliseconds: number, error: unknown): void {
    try {
      this.#hooks.query.call({ connection: this.name, sql, parameters, milliseconds, error });
    } catch (failure) {
      // The statement has run. If this threw, its user would treat it as failed.
      this.#report(failure);
    }
  }
}

/** Statements that say whether a server only reads: 1 or 0. A standby of PostgreSQL has only transactions that read. */
const states = {
  sqlite: sql`select 0 as reads_only`,
  pgsql: sql`select (current_setting('transaction_read_only') = 'on')::int as reads_only`,
  mysql: sql`select @@global.read_only or @@global.innodb_read_only as reads_only`,
};

/** The name of the savepoint of `#runApart()`. */
const question = 'taproot_question';

const execute = async (connection: DatabaseConnection, query: CompiledQuery): Promise<readonly Row[]> =>
  (await connection.executeQuery<Row>(query)).rows;
