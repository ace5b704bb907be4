import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { Settings } from '../config/settings.ts';
import { LinkConnection } from '../drivers/link-connection.ts';
import { SqliteConnection } from '../drivers/sqlite/sqlite-connection.ts';
import { Turns } from '../drivers/sqlite/turns.ts';
import { observe, type StatementObserver } from '../drivers/statement-observer.ts';
import { TransactionState } from '../drivers/transaction-state.ts';
import { errors } from '../errors.ts';

/** Savepoint at the beginning of a test's transaction. It is lost when a statement commits that transaction. */
const beginning = 'taproot_test';
/** Savepoint in place of a transaction of the application. */
const inner = 'taproot_transaction';
/** Savepoint before one statement, because PostgreSQL refuses all statements after a failed one. */
const single = 'taproot_statement';

type Methods = Pick<
  Driver,
  'acquireConnection' | 'releaseConnection' | 'beginTransaction' | 'commitTransaction' | 'rollbackTransaction'
>;

/**
 * For tests: makes a driver give everyone the same connection, in one transaction that is never committed. Its users take turns. Their
 * transactions are savepoints.
 */
export class HeldDriver {
  readonly #driver: Driver;
  readonly #own: Methods;
  readonly #held: HeldConnection;
  readonly #turns = new Turns();
  readonly #settings: Settings;

  private constructor(driver: Driver, held: HeldConnection, settings: Settings) {
    this.#driver = driver;
    this.#held = held;
    this.#settings = settings;
    this.#own = {
      acquireConnection: driver.acquireConnection.bind(driver),
      releaseConnection: driver.releaseConnection.bind(driver),
      beginTransaction: driver.beginTransaction.bind(driver),
      commitTransaction: driver.commitTransaction.bind(driver),
      rollbackTransaction: driver.rollbackTransaction.bind(driver),
    };
  }

  /** Takes a connection of an open driver. All later queries use this connection. */
  static async hold(driver: Driver, settings: Settings, observer: StatementObserver): Promise<HeldDriver> {
    const held = new HeldConnection(await driver.acquireConnection(), settings, observer);
    const holder = new HeldDriver(driver, held, settings);
    try {
      await held.run('begin');
      await held.run(`savepoint ${beginning}`);
    } catch (error) {
      await driver.releaseConnection(held.connection);
      throw error;
    }
    Object.assign(driver, holder.#methods());
    return holder;
  }

  /** Rolls back and restores the driver's methods. False when a statement has committed the transaction. */
  async letGo(): Promise<boolean> {
    // Running queries get two seconds, the same as when an application closes.
    await this.#turns.take(2, () => new Error('late')).catch(() => undefined);
    Object.assign(this.#driver, this.#own);
    try {
      return await this.#undo();
    } finally {
      await this.#driver.releaseConnection(this.#held.connection);
      this.#turns.pass();
    }
  }

  async #undo(): Promise<boolean> {
    let whole = true;
    for (const statement of [`rollback to savepoint ${beginning}`, 'rollback'])
      await this.#held.run(statement).catch(() => (whole = false));
    return whole;
  }

  #methods(): Methods {
    const { name: connection, connectTimeout: seconds } = this.#settings;
    const held = this.#held;
    return {
      acquireConnection: async () => {
        await this.#turns.take(seconds, () => errors.E_DATABASE_BUSY({ connection, seconds }));
        return held;
      },
      releaseConnection: async (released) => {
        // Other connections were taken before the test began.
        if (released === held) this.#turns.pass();
        else await this.#own.releaseConnection(released);
      },
      beginTransaction: async () => {
        await held.run(`savepoint ${inner}`);
        held.isWithin = true;
        held.transaction.begin();
      },
      commitTransaction: async () => {
        held.transaction.requireWhole();
        held.isWithin = false;
        await held.run(`release savepoint ${inner}`);
      },
      rollbackTransaction: async () => {
        held.isWithin = false;
        await held.run(`rollback to savepoint ${inner}`);
        await held.run(`release savepoint ${inner}`);
      },
    };
  }
}

/** The connection of a test, as the application sees it. */
class HeldConnection implements DatabaseConnection {
  readonly connection: DatabaseConnection;
  /** Whether a transaction of the application is open. The application then rolls back failed statements itself. */
  isWithin = false;
  /** The state of the transaction of the application. */
  readonly transaction: TransactionState;
  /** Whether a failed statement fails the transaction. */
  readonly #failsWhole: boolean;
  readonly #observer: StatementObserver;

  constructor(connection: DatabaseConnection, { name, driver }: Settings, observer: StatementObserver) {
    this.connection = connection;
    this.#observer = observer;
    this.transaction = new TransactionState(name);
    this.#failsWhole = driver === 'pgsql';
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const observer = this.#observer;
    return observer.isUsed() ? observe(observer, query, () => this.#apart<Row>(query)) : this.#apart(query);
  }

  async #apart<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#failsWhole || this.isWithin) return this.#execute(query);
    await this.run(`savepoint ${single}`);
    try {
      const result = await this.#execute<Row>(query);
      await this.run(`release savepoint ${single}`);
      return result;
    } catch (error) {
      await this.run(`rollback to savepoint ${single}`);
      throw error;
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.connection.streamQuery(query, chunkSize);
  }

  async run(statement: string): Promise<void> {
    await this.#execute(CompiledQuery.raw(statement));
  }

  /** The statements of a test's own savepoints are not for the hook `query`. */
  #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { connection } = this;
    return connection instanceof SqliteConnection || connection instanceof LinkConnection
      ? connection.execute(query)
      : connection.executeQuery(query);
  }
}
