import { SyncHook } from 'tapable';

/** A statement that has run, or failed. */
export interface QueryEvent {
  /** Name of the connection. */
  readonly connection: string;
  /** The statement, with placeholders for its values. */
  readonly sql: string;
  /** The bound values; they may be secret. */
  readonly parameters: readonly unknown[];
  /** How long it took, in milliseconds. */
  readonly milliseconds: number;
  /** Why it failed; null when it did not. */
  readonly error: unknown;
}

export const createDatabaseHooks = () => ({
  /** Every statement, for logs, metrics and tests that count. */
  query: new SyncHook<[QueryEvent]>(['query']),
});

/** The hooks of the database. */
export type DatabaseHooks = Readonly<ReturnType<typeof createDatabaseHooks>>;
