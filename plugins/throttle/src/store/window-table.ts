import type { Standing } from './counter.ts';

/** One key's window. */
interface Window {
  used: number;
  /** Whether it is in the table of used-up windows. */
  spent: boolean;
  /** When the window ends, in milliseconds of the table's clock. */
  readonly ends: number;
}

/** The size of a limit. */
export interface Quota {
  /** Points in one window. */
  readonly points: number;
  /** Seconds of one window. */
  readonly seconds: number;
}

/** Options of a table of windows. */
export interface WindowTableOptions {
  /** The most keys that the table keeps. */
  readonly maxKeys: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Called when there is no room for a new key, because all keys are used up. */
  readonly onFull?: () => void;
}

// How many windows to compare when room is needed. The one with the fewest used points is dropped.
const sample = 16;

/** Iterates over a map in an endless circle, one step at a time, including entries that were added later. */
const hand = <Value>(map: ReadonlyMap<string, Value>): (() => [string, Value] | undefined) => {
  let entries = map.entries();
  return () => {
    const next = entries.next();
    if (next.done !== true) return next.value;
    entries = map.entries();
    return undefined;
  };
};

/**
 * A bounded number of windows, by key. Ended windows are removed when new ones begin, so there are no timers. Without room, it drops a
 * window that has points left. It never drops a used-up window, because a blocked client could otherwise free itself by filling the table.
 * If all windows are used up, new keys share one window for each kind of limit.
 */
export class WindowTable {
  readonly #open = new Map<string, Window>();
  readonly #spent = new Map<string, Window>();
  /** Windows of keys without room, by points and seconds. */
  readonly #shared = new Map<string, Window>();
  readonly #nextOpen = hand(this.#open);
  readonly #nextSpent = hand(this.#spent);
  readonly #maxKeys: number;
  readonly #now: () => number;
  readonly #onFull: () => void;

  constructor({ maxKeys, now = () => performance.now(), onFull = () => undefined }: WindowTableOptions) {
    this.#maxKeys = maxKeys;
    this.#now = now;
    this.#onFull = onFull;
  }

  /** Number of keys, including ended windows that were not removed yet. */
  get size(): number {
    return this.#open.size + this.#spent.size;
  }

  /** Takes a point, if one is left. */
  take(key: string, quota: Quota): Standing {
    const now = this.#now();
    const ends = now + quota.seconds * 1000;
    const window =
      this.#running(key, now) ?? (this.#room(now) ? this.#begin(key, ends) : this.#share(quota, now, ends));
    const allowed = window.used < quota.points;
    if (allowed) window.used++;
    this.#file(key, window, quota.points);
    return { allowed, remaining: Math.max(0, quota.points - window.used), ends: window.ends };
  }

  /** Gives a point back to the window that ends at `ends`, by default to the running one. */
  giveBack(key: string, quota: Quota, ends?: number): void {
    const window = this.#running(key, this.#now());
    if (window === undefined || (ends !== undefined && window.ends !== ends)) return;
    window.used = Math.max(0, window.used - 1);
    this.#file(key, window, quota.points);
  }

  /** Returns the state of a key without taking a point. */
  read(key: string, { points }: Quota): Standing {
    const now = this.#now();
    const { used, ends } = this.#running(key, now) ?? { used: 0, ends: now };
    return { allowed: used < points, remaining: Math.max(0, points - used), ends };
  }

  /** Removes a key; returns whether it existed. */
  delete(key: string): boolean {
    return this.#open.delete(key) || this.#spent.delete(key);
  }

  #running(key: string, now: number): Window | undefined {
    const window = this.#open.get(key) ?? this.#spent.get(key);
    if (window === undefined || window.ends > now) return window;
    this.delete(key);
    return undefined;
  }

  #begin(key: string, ends: number): Window {
    const window = { used: 0, spent: false, ends };
    this.#open.set(key, window);
    return window;
  }

  #share({ points, seconds }: Quota, now: number, ends: number): Window {
    const kind = `${points}/${seconds}`;
    let window = this.#shared.get(kind);
    if (window === undefined || window.ends <= now) this.#shared.set(kind, (window = { used: 0, spent: false, ends }));
    return window;
  }

  /** Moves used-up windows into a separate table, from which none is dropped. */
  #file(key: string, window: Window, points: number): void {
    const spent = window.used >= points;
    if (spent === window.spent) return;
    const [from, to] = spent ? [this.#open, this.#spent] : [this.#spent, this.#open];
    // A shared window has no key.
    if (!from.delete(key)) return;
    to.set(key, window);
    window.spent = spent;
  }

  /** Removes some ended windows and makes room for one key; false when all windows are used up. */
  #room(now: number): boolean {
    for (let step = 0; step < 2; step++) {
      this.#sweep(this.#open, this.#nextOpen, now);
      this.#sweep(this.#spent, this.#nextSpent, now);
    }
    if (this.size < this.#maxKeys || this.#forget(now)) return true;
    for (let step = 0; step < sample; step++) if (this.#sweep(this.#spent, this.#nextSpent, now)) return true;
    this.#onFull();
    return false;
  }

  /** Drops the next window of the circle if it has ended. */
  #sweep(map: Map<string, Window>, next: () => [string, Window] | undefined, now: number): boolean {
    const entry = next();
    return entry !== undefined && entry[1].ends <= now && map.delete(entry[0]);
  }

  #forget(now: number): boolean {
    let least: [string, Window] | undefined;
    for (let step = 0; step < sample; step++) {
      // Two attempts, because the circle may be at its end.
      const entry = this.#nextOpen() ?? this.#nextOpen();
      if (entry === undefined) break;
      if (entry[1].ends <= now) return this.#open.delete(entry[0]);
      if (least === undefined || entry[1].used < least[1].used) least = entry;
    }
    return least !== undefined && this.#open.delete(least[0]);
  }
}
