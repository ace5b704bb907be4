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

type Compile = QueryCompiler['compileQuery'];

/** The part of a kysely driver that is statements: transactions and savepoints, the same on every engine but for their begin. */
export abstract class StatementDriver implements Driver {
  readonly #limit: TransactionLimit;

  constructor(terms: TransactionTerms, report: (error: unknown) => void) {
    this.#limit = new TransactionLimit(terms, report);
  }

  abstract init(): Promise<void>;
  abstract acquireConnection(): Promise<DatabaseConnection>;
  abstract releaseConnection(connection: DatabaseConnection): Promise<void>;
  abstract destroy(): Promise<void>;
  protected abstract begin(connection: DatabaseConnection, settings: TransactionSettings): Promise<void>;
  protected abstract rollBack(connection: DatabaseConnection): Promise<void>;
  /** Rolls back what a connection does, and takes it from its user, whose queries are `late` from then on. */
  protected abstract abandon(connection: DatabaseConnection, late: () => Error): boolean;

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.begin(connection, settings);
    this.#limit.begin(connection, (late) => this.abandon(connection, late));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // From here on its own time-out bounds it: a commit that was cut may have come to pass, and is no rollback.
    this.#limit.end(connection);
    await this.run(connection, 'commit');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await this.rollBack(connection);
    } finally {
      // kysely gives the connection back, whatever came of it.
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

  /** The name is quoted as the engine quotes names. */
  async #runNamed(connection: DatabaseConnection, command: string, name: string, compile: Compile): Promise<void> {
    const node = RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(name)]);
    await connection.executeQuery(compile(node, createQueryId()));
  }
}
