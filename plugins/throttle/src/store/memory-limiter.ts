import type { Counter, Standing } from './counter.ts';
import { type Quota, WindowTable } from './window-table.ts';

/**
 * Counts for one limit, in a table that it shares with other limits. The table is bounded and uses a monotonic clock,
 * for windows of any length. Answers synchronously.
 */
export class MemoryLimiter implements Counter, Quota {
  /** Points in one window. */
  readonly points: number;
  /** Seconds of one window. */
  readonly seconds: number;
  readonly #table: WindowTable;

  constructor(table: WindowTable, { points, seconds }: Quota) {
    this.#table = table;
    this.points = points;
    this.seconds = seconds;
  }

  /** Takes a point, if one is left. */
  take(key: string): Standing {
    return this.#table.take(key, this);
  }

  /** Gives the point of a standing back, unless its window has ended. */
  giveBack(key: string, { ends }: Pick<Standing, 'ends'>): void {
    this.#table.giveBack(key, this, ends);
  }

  /** Returns the state of the key without taking a point. */
  read(key: string): Standing {
    return this.#table.read(key, this);
  }

  /** Forgets the key, so that its next point begins a new window. */
  clear(key: string): void {
    this.#table.delete(key);
  }
}

/**
 * Counts for one limit in the memory of this process, at most 500,000 keys by default. The store `memory` uses it.
 *
 * @example const logins = memoryLimiter({ points: 5, seconds: 60 }); if (!logins.take(email).allowed) throw new TooManyRequestsError();
 */
export const memoryLimiter = ({ maxKeys = 500_000, ...quota }: Quota & { readonly maxKeys?: number }): MemoryLimiter =>
  new MemoryLimiter(new WindowTable({ maxKeys }), quota);
