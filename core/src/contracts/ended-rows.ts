import type { RowStore } from './rows.ts';

/** The day of a time in unix seconds, as a number of days since 1970. */
export const dayOf = (seconds: number): number => Math.floor(seconds / 86_400);

/** Days before today whose rows are removed. After a longer pause, older rows stay until you remove them. */
const reach = 32;

/** Parts of `EndedRows`. */
export interface EndedRowsOptions {
  readonly rows: () => RowStore;
  readonly table: string;
  /** The column with the day on which a row ends, as `dayOf()` gives it. */
  readonly column: string;
  /** Gets the error of a removal that failed. The next one tries again. */
  readonly failed: (error: unknown) => void;
}

/** Removes the rows of a table that ended on earlier days. `RowStore` selects only by equality, so it removes them day by day. */
export class EndedRows {
  readonly #options: EndedRowsOptions;
  /** The first day whose rows are not removed yet. */
  #from = 0;
  #running: Promise<void> | null = null;

  constructor(options: EndedRowsOptions) {
    this.#options = options;
  }

  /** Begins a removal, unless one runs. Do not wait for it: the first one of a process removes a month. */
  remove(): void {
    this.#running ??= this.#remove().finally(() => (this.#running = null));
  }

  /** Waits until the running removal has ended. */
  async close(): Promise<void> {
    await this.#running;
  }

  async #remove(): Promise<void> {
    const { rows, table, column, failed } = this.#options;
    const today = dayOf(Date.now() / 1000);
    try {
      for (let day = Math.max(this.#from, today - reach); day < today; day++) {
        await rows().delete(table, { [column]: day });
        this.#from = day + 1;
      }
    } catch (error) {
      failed(error);
    }
  }
}
