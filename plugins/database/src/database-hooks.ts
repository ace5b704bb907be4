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
  /** The error of the statement; null when it succeeded. */
  readonly error: unknown;
}

export const createDatabaseHooks = () => ({
  /** Called after every statement, for logs, metrics and tests that count. */
  query: new SyncHook<[QueryEvent]>(['query']),
});

/** The hooks of the database. */
export type DatabaseHooks = Readonly<ReturnType<typeof createDatabaseHooks>>;
