import {
  CompiledQuery,
  createQueryId,
  type DatabaseConnection,
  type Driver,
  IdentifierNode,
  type QueryCompiler,
  RawNode,
  type TransactionSettings,
} from 'kysely';
import { TransactionLimit, type TransactionTerms } from './transaction-limit.ts';
import { stateOf } from './transaction-state.ts';

type Compile = QueryCompiler['compileQuery'];

/**
 * The part of a kysely driver that sends statements: transactions and savepoints. Only the begin of a transaction differs between engines.
 */
export abstract class StatementDriver implements Driver {
  readonly #limit: TransactionLimit;
  readonly #report: (error: unknown) => void;
  /** Connections whose commit failed, until they are rolled back. */
  readonly #failed = new WeakMap<DatabaseConnection, NodeJS.Immediate>();

  constructor(terms: TransactionTerms, report: (error: unknown) => void) {
    this.#limit = new TransactionLimit(terms, report);
    this.#report = report;
  }

  abstract init(): Promise<void>;
  abstract acquireConnection(): Promise<DatabaseConnection>;
  abstract releaseConnection(connection: DatabaseConnection): Promise<void>;
  abstract destroy(): Promise<void>;
  protected abstract begin(connection: DatabaseConnection, settings: TransactionSettings): Promise<void>;
  protected abstract rollBack(connection: DatabaseConnection): Promise<void>;
  /** Rolls back and gives the connection back, although its user still holds it. `error` is the error of the commit. */
  protected abstract withdraw(connection: DatabaseConnection, error: unknown): Promise<void>;
  /**
   * Rolls back the transaction of a connection and takes the connection away. Later queries of its user fail with
   * `late`.
   */
  protected abstract abandon(connection: DatabaseConnection, late: () => Error): boolean;

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.begin(connection, settings);
    stateOf(connection)?.begin(settings.accessMode === 'read only');
    this.#limit.begin(connection, (late) => this.abandon(connection, late));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // Ends the time limit of the transaction, because a commit that is cut off may still have succeeded. The commit has its own time-out.
    this.#limit.end(connection);
    try {
      stateOf(connection)?.requireWhole();
      await this.run(connection, 'commit');
    } catch (error) {
      this.#commitFailed(connection, error);
      throw error;
    }
    stateOf(connection)?.close();
  }

  /**
   * After a failed commit kysely rolls back at once, except for code that called `startTransaction()`. That code keeps
   * the connection until it rolls back itself.
   */
  #commitFailed(connection: DatabaseConnection, error: unknown): void {
    const withdraw = (): void => void this.withdraw(connection, error).catch(this.#report);
    this.#failed.set(connection, setImmediate(withdraw));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    clearImmediate(this.#failed.get(connection));
    try {
      await this.rollBack(connection);
      stateOf(connection)?.close();
    } finally {
      // kysely gives the connection back after every rollback, also after a failed one.
      this.#limit.end(connection);
    }
  }

  savepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    return this.#runNamed(connection, 'savepoint', name, compile);
  }

  rollbackToSavepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    return this.#runNamed(connection, 'rollback to savepoint', name, compile);
  }

  releaseSavepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    return this.#runNamed(connection, 'release savepoint', name, compile);
  }

  protected async run(connection: DatabaseConnection, statement: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(statement));
  }

  /** Quotes the name in the way of the engine. */
  async #runNamed(connection: DatabaseConnection, command: string, name: string, compile: Compile): Promise<void> {
    const node = RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(name)]);
    await connection.executeQuery(compile(node, createQueryId()));
  }
}
