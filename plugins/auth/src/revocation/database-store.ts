import type { RowStore, SparseReport } from '@taproot/core/plugin';
import type { RevocationStore } from '../config.ts';
import { errors } from '../errors.ts';
import { reasonOf } from '../reason-of.ts';

const secondsOfDay = 86_400;
const dayOf = (seconds: number): number => Math.floor(seconds / secondsOfDay);

/**
 * Number of days before today whose ended rows are removed. After a longer pause, older rows stay until you remove
 * them.
 */
const reach = 32;

export interface DatabaseStoreOptions {
  readonly rows: () => RowStore;
  readonly table: string;
  readonly report: SparseReport;
}

/**
 * Keeps revocations in a table, for all processes that use the database. Its columns are `token` (primary key), `expires_at` and
 * `expires_day`.
 */
export class DatabaseStore implements RevocationStore {
  readonly #options: DatabaseStoreOptions;
  /** The first day whose rows are not removed yet. */
  #from = 0;
  #pruning: Promise<void> | null = null;

  constructor(options: DatabaseStoreOptions) {
    this.#options = options;
  }

  async claim(key: string, until: number): Promise<boolean> {
    const { rows, table } = this.#options;
    try {
      await rows().insert(table, { token: key, expires_at: until, expires_day: dayOf(until) });
    } catch (error) {
      // The primary key decides between two concurrent inserts; other failures are thrown.
      if (await this.has(key)) return false;
      throw error;
    }
    // A logout does not wait for this: the first run of a process deletes a month, day by day.
    this.#pruning ??= this.#prune().finally(() => (this.#pruning = null));
    return true;
  }

  async has(key: string): Promise<boolean> {
    const { rows, table } = this.#options;
    return (await rows().first(table, { token: key })) !== undefined;
  }

  /** Waits until the running removal has ended. */
  async close(): Promise<void> {
    await this.#pruning;
  }

  /**
   * Once a day each process removes the rows that ended on earlier days. `RowStore` selects only by equality, so it removes them day by
   * day.
   */
  async #prune(): Promise<void> {
    const { rows, table, report } = this.#options;
    const today = dayOf(Date.now() / 1000);
    try {
      for (let day = Math.max(this.#from, today - reach); day < today; day++) {
        await rows().delete(table, { expires_day: day });
        this.#from = day + 1;
      }
    } catch (error) {
      report(errors.E_AUTH_REVOCATION_KEPT({ table, reason: reasonOf(error) }, { cause: error }));
    }
  }
}
