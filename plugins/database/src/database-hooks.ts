import { SyncHook } from 'tapable';

/** A statement that has run, or failed. */
export interface QueryEvent {
  /** Name of the connection. */
  readonly connection: string;
  readonly sql: string;
  /** What was bound; it may be secret. */
  readonly parameters: readonly unknown[];
  readonly milliseconds: number;
  /** Why it failed; null when it did not. */
  readonly error: unknown;
}

export const createDatabaseHooks = () => ({
  /** Every statement, for logs, metrics and tests that count. */
  query: new SyncHook<[QueryEvent]>(['query']),
});

export type DatabaseHooks = Readonly<ReturnType<typeof createDatabaseHooks>>;
