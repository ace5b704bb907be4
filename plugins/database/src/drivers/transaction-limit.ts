import type { DatabaseConnection } from 'kysely';
import { errors } from '../errors.ts';

// Node fires a timer of more than 2^31 - 1 ms (24.8 days) at once. A limit that long counts as no limit.
const longest = 2 ** 31 - 1;

/** How long the transactions of a connection may take. */
export interface TransactionTerms {
  readonly name: string;
  /** Seconds; null = no limit. */
  readonly transactionTimeout: number | null;
}

/**
 * Takes the connection away from a transaction, whose later queries then fail with the error of `late()`. False if the transaction has no
 * connection any more.
 */
export type Abandon = (late: () => Error) => boolean;

/** Ends transactions that take too long, because no other work can use their connections. */
export class TransactionLimit {
  readonly #terms: TransactionTerms;
  readonly #report: (error: unknown) => void;
  readonly #timers = new WeakMap<DatabaseConnection, NodeJS.Timeout>();

  /** `report` receives an error for each ended transaction, because its caller may wait for something else for ever. */
  constructor(terms: TransactionTerms, report: (error: unknown) => void) {
    this.#terms = terms;
    this.#report = report;
  }

  begin(connection: DatabaseConnection, abandon: Abandon): void {
    const { name, transactionTimeout: seconds } = this.#terms;
    if (seconds === null) return;
    const late = () => errors.E_DATABASE_TRANSACTION({ connection: name, seconds });
    const expire = (): void => {
      try {
        if (abandon(late)) this.#report(late());
      } catch (error) {
        this.#report(error);
      }
    };
    const timer = setTimeout(expire, Math.min(seconds * 1000, longest));
    // The timer must not keep the process running.
    timer.unref();
    this.#timers.set(connection, timer);
  }

  end(connection: DatabaseConnection): void {
    clearTimeout(this.#timers.get(connection));
    this.#timers.delete(connection);
  }
}
