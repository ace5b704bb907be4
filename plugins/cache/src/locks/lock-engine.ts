/** Where locks are. Each implementation passes the same tests, tests/cache/locks.test.ts. */
export interface LockEngine {
  /**
   * Takes a lock that is free, under a token that no other call has, for this many milliseconds. Resolves to its fence: a number that is
   * higher than all before it for this name. Resolves to null if the lock is taken.
   */
  acquire(name: string, token: string, lease: number): Promise<number | null>;
  /** Lengthens the lease if the token still has the lock. Resolves to false if it has not. */
  renew(name: string, token: string, lease: number): Promise<boolean>;
  /** Gives the lock back if the token still has it. */
  release(name: string, token: string): Promise<void>;
  /** The text that was kept under a name; null if there is none, or if its time is over. */
  read(name: string): Promise<string | null>;
  /** Keeps a text under the name of a lock, for this many milliseconds, if the token still has that lock. */
  keep(name: string, token: string, text: string, ttl: number): Promise<boolean>;
  /** Runs work in a transaction, of which `keep()` of its argument is a part. Only engines whose locks are in a database have it. */
  transaction?<Result>(work: (inside: Pick<LockEngine, 'keep'>) => Promise<Result>): Promise<Result>;
  /** Rejects if the engine does not work. */
  check(): Promise<void>;
}
