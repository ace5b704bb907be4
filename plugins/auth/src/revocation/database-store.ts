import type { RowStore } from '@taproot/core';
import type { RevocationStore } from './revocation-store.ts';

const secondsOfDay = 86_400;
const dayOf = (seconds: number): number => Math.floor(seconds / secondsOfDay);

/** Days looked back at for entries that have ended; those of a longer pause stay until they are removed by hand. */
const reach = 32;

/** In a table of `token` (primary key), `expires_at` and `expires_day`, for all processes that use the database. */
export class DatabaseStore implements RevocationStore {
  readonly #rows: () => RowStore;
  readonly #table: string;
  #prunedOn = 0;

  constructor(rows: () => RowStore, table: string) {
    this.#rows = rows;
    this.#table = table;
  }

  async claim(key: string, until: number): Promise<boolean> {
    await this.#prune();
    try {
      await this.#rows().insert(this.#table, { token: key, expires_at: until, expires_day: dayOf(until) });
      return true;
    } catch (error) {
      // The primary key decides between two at once; what else may fail is told.
      if (await this.has(key)) return false;
      throw error;
    }
  }

  async has(key: string): Promise<boolean> {
    return (await this.#rows().first(this.#table, { token: key })) !== undefined;
  }

  /** Once a day each process removes what ended on the days before; rows are told apart by equality alone, hence days. */
  async #prune(): Promise<void> {
    const today = dayOf(Date.now() / 1000);
    if (today <= this.#prunedOn) return;
    const from = Math.max(this.#prunedOn, today - reach);
    this.#prunedOn = today;
    for (let day = from; day < today; day++) await this.#rows().delete(this.#table, { expires_day: day });
  }
}
