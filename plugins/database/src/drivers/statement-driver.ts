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

type Compile = QueryCompiler['compileQuery'];

/** The part of a kysely driver that is statements: transactions and savepoints, the same on every engine but for their begin. */
export abstract class StatementDriver implements Driver {
  abstract init(): Promise<void>;
  abstract acquireConnection(): Promise<DatabaseConnection>;
  abstract releaseConnection(connection: DatabaseConnection): Promise<void>;
  abstract beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void>;
  abstract destroy(): Promise<void>;

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.run(connection, 'commit');
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.run(connection, 'rollback');
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
