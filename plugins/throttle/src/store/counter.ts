/** The state of a key's counter. */
export interface Standing {
  /** Whether the point was taken. For `read()`: whether a point is left. */
  readonly allowed: boolean;
  /** Points left in this window, never below 0. */
  readonly remaining: number;
  /** When the window ends, on the clock of `performance.now()`, so that a change of the wall clock does not move windows. */
  readonly ends: number;
}

/** Counts by key for one limit. A window begins when the first point is taken. A refused request takes none. */
export interface Counter {
  /** The refusal of a key that is known without asking the store; null if there is none. Absent if the counter answers at once anyway. */
  refusal?(key: string): Standing | null;
  /** Takes a point, if one is left. */
  take(key: string): Standing | Promise<Standing>;
  /** Gives the point of `standing` back, unless its window has ended. */
  giveBack(key: string, standing: Standing): void | Promise<void>;
  /** Returns the state of the key without taking a point. */
  read(key: string): Standing | Promise<Standing>;
  /** Forgets the key, so that its next point begins a new window. */
  clear(key: string): void | Promise<void>;
}

/** The result of `facades.RateLimiter().status`. */
export interface StoreStatus {
  /** The store in use: `memory`, `cluster`, `redis` or `custom`. */
  readonly store: string;
  /** Whether the store fails at the moment, so that requests are counted in memory or refused. */
  readonly degraded: boolean;
  /** Since when the store fails; null while it works. */
  readonly since: Date | null;
}

/** A store for counters. */
export interface CounterStore {
  /** The counter for limits with this number of points and seconds. */
  readonly counter: (points: number, seconds: number) => Counter;
  status(): StoreStatus;
  /** Called before the server opens. */
  open(): Promise<void>;
  close(): Promise<void>;
}
