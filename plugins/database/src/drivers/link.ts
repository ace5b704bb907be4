import type { QueryResult } from 'kysely';

/** One connection to a server, checked out of a pool. */
export interface Link {
  query(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>>;
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
