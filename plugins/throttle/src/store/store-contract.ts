/** How a key stands with a limit. */
export interface StoreStanding {
  /** Points that are left in the window. */
  readonly remainingPoints: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

/** Counts for one limit. Every limiter of rate-limiter-flexible is one. */
export interface StoreLimiter {
  /** Takes a point. Rejects with the standing when none is left; an `Error` means that the store failed. */
  consume(key: string): Promise<StoreStanding>;
  /** How a key stands; null when it has taken no point. */
  get(key: string): Promise<StoreStanding | null>;
  /** Gives a point back. */
  reward(key: string): Promise<unknown>;
  /** Forgets a key: its next hit starts a new window. */
  delete(key: string): Promise<unknown>;
}

/** Creates the limiter for limits with this number of points and seconds (the `duration` of rate-limiter-flexible). */
export type CustomStore = (quota: {
  readonly points: number;
  readonly seconds: number;
}) => StoreLimiter | Promise<StoreLimiter>;
