import type { QueryResult } from 'kysely';

/** The answer of a server to a statement. */
export interface LinkResult extends QueryResult<unknown> {
  /** Whether a transaction is open after the statement; undefined if the server does not say. */
  readonly inTransaction?: boolean;
  /** Whether a commit became a rollback, because a statement before it had failed. */
  readonly undone?: boolean;
}

/** One connection to a server, checked out of a pool. */
export interface Link {
  query(sql: string, parameters: readonly unknown[]): Promise<LinkResult>;
  /**
   * Asks whether the transaction is still open after a failed statement. Undefined for servers that then refuse all
   * statements.
   */
  readonly isInTransaction?: () => Promise<boolean>;
  /** Rows one by one; undefined if the driver cannot do that. */
  readonly stream?: (sql: string, parameters: readonly unknown[]) => AsyncIterable<unknown>;
  /** Gives it back, to be used again. */
  release(): void;
  /** Closes it at once, even during a query. Resolves after the server was asked to stop that query. */
  cut(): Promise<void>;
}

/** Keeps the links of one server. */
export interface LinkPool {
  /** The caller sets how long this may take; the pool itself gives up a little later. */
  acquire(): Promise<Link>;
  /** Closes every link that is not checked out. */
  end(): Promise<void>;
}
