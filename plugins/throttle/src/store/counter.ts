/** How a key stands with its limit. */
export interface Standing {
  /** Whether the point was taken. When only reading: whether one is left. */
  readonly allowed: boolean;
  /** Points left in this window, never below 0. */
  readonly remaining: number;
  /** When the window ends, on the clock of `performance.now()`: setting the wall clock moves no window. */
  readonly ends: number;
}

/** Counts by key for one limit. A window begins with the first point taken, and a refused request takes none. */
export interface Counter {
  /** Takes a point, if one is left. */
  take(key: string): Standing | Promise<Standing>;
  /** Gives back the point of `standing`, unless its window has ended since. */
  giveBack(key: string, standing: Standing): void | Promise<void>;
  /** How the key stands, without taking a point. */
  read(key: string): Standing | Promise<Standing>;
  /** Forgets the key: its next hit starts a new window. */
  clear(key: string): void | Promise<void>;
}

/** The result of `facades.RateLimiter().status`. */
export interface StoreStatus {
  /** The store in use: `memory`, `cluster`, `redis` or `custom`. */
  readonly store: string;
  /** Whether the store fails, and requests are counted elsewhere or refused. */
  readonly degraded: boolean;
  /** Since when; null while it works. */
  readonly since: Date | null;
}

/** Where counters are kept. */
export interface CounterStore {
  /** The counter for limits with this number of points and seconds. */
  readonly counter: (points: number, seconds: number) => Counter;
  status(): StoreStatus;
  /** Called before the server opens. */
  open(): Promise<void>;
  close(): Promise<void>;
}
