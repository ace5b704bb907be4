import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, type LogEvent } from 'kysely';
import { indexColumns } from '../catalog/catalog.ts';
import { ColumnKinds } from '../catalog/column-kinds.ts';
import type { Settings } from '../config/settings.ts';
import type { DatabaseHooks } from '../database-hooks.ts';
import { rememberOrigin } from '../drivers/error-origin.ts';
import { LinkConnection } from '../drivers/link-connection.ts';
import { errors } from '../errors.ts';
import { ambientOf } from '../queries/ambient.ts';
import { rememberReporter } from '../queries/reporters.ts';
import { dialectOf } from './dialect.ts';
import type { HeldDriver } from './held-driver.ts';

type Row = Readonly<Record<string, unknown>>;

/** Tables whose names are known only at run time, for queries of plugins. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** Seconds a migration waits for a SQLite file that another process writes; as long as kysely lets it wait on servers. */
const patience = 3600;

const patient = (settings: Settings): Settings =>
  settings.driver === 'sqlite'
    ? { ...settings, busyTimeout: patience, transactionTimeout: null }
    : { ...settings, queryTimeout: null, transactionTimeout: null, max: 2 };

/** One named connection. Nothing is opened until the first query. */
export class Connection {
  readonly name: string;
  readonly settings: Settings;
  /** The kinds of its tables' columns. */
  readonly kinds = new ColumnKinds(this);
  readonly #hooks: DatabaseHooks;
  readonly #report: (error: unknown) => void;
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

  /** The query builder; the first access loads it. */
  get db(): Kysely<AnyTables> {
    if (this.#db !== null) return this.#db;
    this.#db = this.#create(this.settings, (driver) => (this.#driver = driver));
    return this.#db;
  }

  /**
   * Runs a query until `signal` aborts. A query that still waits for its turn is then not run. A running query is cut
   * off with its connection, so that it does not keep others waiting. Within an ambient transaction the query is part
   * of it: another connection would not see its rows, and SQLite has only one.
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

  /** Runs a query in a transaction of PostgreSQL, which a value that does not fit its column would end. */
  async #runApart(connection: DatabaseConnection, query: CompiledQuery): Promise<readonly Row[]> {
    await execute(connection, CompiledQuery.raw(`savepoint ${question}`));
    try {
      const rows = await execute(connection, query);
      await execute(connection, CompiledQuery.raw(`release savepoint ${question}`));
      return rows;
    } catch (error) {
      // The error of the query is the one to tell.
      await execute(connection, CompiledQuery.raw(`rollback to savepoint ${question}`)).catch(() => undefined);
      throw error;
    }
  }

  /** Runs queries without a time limit, for migrations: one may wait while another process migrates. */
  async withPatience<Result>(work: (db: Kysely<AnyTables>) => Promise<Result>): Promise<Result> {
    const { settings } = this;
    // A second connection would be to another database.
    if (this.#held !== null || (settings.driver === 'sqlite' && settings.path === ':memory:')) return work(this.db);
    return this.#apart(patient(settings), work);
  }

  /** Queries on another database of the same server: the one in which databases are made. */
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
    this.#held = await HeldDriver.hold(this.#driver, this.settings);
  }

  /** Undoes all since `hold()`. False when some of it was committed, as by statements on tables of MySQL. */
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

  /** Waits for what is under way, then closes every connection; a second call does nothing. */
  async close(): Promise<void> {
    await this.letGo();
    this.#closed = true;
    await this.#db?.destroy();
  }

  #create(settings: Settings, made: (driver: Driver) => void = () => undefined): Kysely<AnyTables> {
    const failed = (error: unknown): void => {
      if (settings.driver === 'mysql') rememberOrigin(error, (table, index) => indexColumns(this, table, index));
    };
    const dialect = dialectOf(settings, { failed, report: this.#report });
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
    const db = new Kysely<AnyTables>({ dialect: { ...dialect, createDriver }, log: (event) => this.#tell(event) });
    rememberReporter(db, this.#report);
    return db;
  }

  #tell(event: LogEvent): void {
    const { query: hook } = this.#hooks;
    if (!hook.isUsed()) return;
    const { sql, parameters } = event.query;
    const error = event.level === 'error' ? event.error : null;
    try {
      hook.call({ connection: this.name, sql, parameters, milliseconds: event.queryDurationMillis, error });
    } catch (failure) {
      // The statement ran: to kysely it would have failed, and a transaction it began would stay open.
      this.#report(failure);
    }
  }
}

/** The savepoint before a question. */
const question = 'taproot_question';

const execute = async (connection: DatabaseConnection, query: CompiledQuery): Promise<readonly Row[]> =>
  (await connection.executeQuery<Row>(query)).rows;
