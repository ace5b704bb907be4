import { dayOf, EndedRows } from '@taproot/core/internal';
import type { RowStore, SparseReport } from '@taproot/core/plugin';
import type { RevocationStore } from '../config.ts';
import { errors } from '../errors.ts';
import { reasonOf } from '../reason-of.ts';

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
  readonly #ended: EndedRows;

  constructor(options: DatabaseStoreOptions) {
    const { rows, table, report } = options;
    const failed = (error: unknown): void =>
      report(errors.E_AUTH_REVOCATION_KEPT({ table, reason: reasonOf(error) }, { cause: error }));
    this.#options = options;
    this.#ended = new EndedRows({ rows, table, column: 'expires_day', failed });
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
    this.#ended.remove();
    return true;
  }

  async has(key: string): Promise<boolean> {
    const { rows, table } = this.#options;
    return (await rows().first(table, { token: key })) !== undefined;
  }

  /** Waits until the running removal has ended. */
  close(): Promise<void> {
    return this.#ended.close();
  }
}
