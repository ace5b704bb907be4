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
  /** The connection in the pool. It is the same object each time when it is checked out. */
  readonly client: object;
  query(sql: string, parameters: readonly unknown[]): Promise<LinkResult>;
  /** Asks whether the transaction is still open after a failed statement. Undefined for servers that refuse all further statements then. */
  readonly isInTransaction?: () => Promise<boolean>;
  /** Reads rows one by one; undefined if the driver cannot do that. */
  readonly stream?: (sql: string, parameters: readonly unknown[]) => AsyncIterable<unknown>;
  /** Gives the link back to the pool. */
  release(): void;
  /** Takes it out of the pool and closes it, while no query runs. */
  discard(): void;
  /** Closes it at once, even during a query. Resolves when it has asked the server to stop that query. */
  cut(): Promise<void>;
}

/** Keeps the links of one server. */
export interface LinkPool {
  /** How many links are open and not checked out; 0 if the package does not say. */
  readonly idle: number;
  /**
   * Takes a link out of the pool, or opens one. The caller never asks for more links than the pool may have, and limits the time; the pool
   * itself gives up a little later.
   */
  acquire(): Promise<Link>;
  /** Closes every link that is not checked out. */
  end(): Promise<void>;
}
