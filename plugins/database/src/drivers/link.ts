import type { QueryResult } from 'kysely';

/** The answer of a server to a statement. */
export interface LinkResult extends QueryResult<unknown> {
  /** Whether a transaction is open after the statement; left out where the server does not say. */
  readonly inTransaction?: boolean;
  /** Whether a commit became a rollback, because a statement before it had failed. */
  readonly undone?: boolean;
}

/** One connection to a server, checked out of a pool. */
export interface Link {
  query(sql: string, parameters: readonly unknown[]): Promise<LinkResult>;
  /**
   * Asks whether the transaction still is open after a failed statement; left out where the server refuses all
   * statements that follow one.
   */
  readonly isInTransaction?: () => Promise<boolean>;
  /** Rows as they come; left out where the driver cannot. */
  readonly stream?: (sql: string, parameters: readonly unknown[]) => AsyncIterable<unknown>;
  /** Gives it back, to be used again. */
  release(): void;
  /** Closes it at once, whatever it is doing. Resolves once the server has been asked to stop doing it. */
  cut(): Promise<void>;
}

/** Keeps the links of one server. */
export interface LinkPool {
  /** How long it may take is the caller's to say; a pool gives up soon after. */
  acquire(): Promise<Link>;
  /** Closes every link that is not checked out. */
  end(): Promise<void>;
}
