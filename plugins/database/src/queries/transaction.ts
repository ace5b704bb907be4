import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '@taproot/core';
import { type IsolationLevel, type Kysely, Transaction } from 'kysely';
import { stateOf } from '../drivers/transaction-state.ts';
import { errors } from '../errors.ts';
import type { Queryable } from '../tables.ts';
import { collectCallbacks } from './after-commit.ts';
import { runInside } from './ambient.ts';
import { reporterOf } from './reporters.ts';

/** Options of a transaction. */
export interface TransactionOptions {
  /** How often it starts again after a deadlock or a serialization failure; default: 3, 0 for never. */
  readonly retries?: number;
  /** Isolation level; default: that of the engine. SQLite ignores it: its transactions are serializable. */
  readonly isolation?: IsolationLevel;
  /** Lets `facades.DB()` be the transaction within `work`, also in functions that it calls. False by default. */
  readonly ambient?: boolean;
}

/**
 * Runs `work` in a transaction, commits it and resolves to its result; an error rolls it back. After a deadlock or a serialization failure,
 * the whole `work` runs again. So change only rows in it, and do everything else in `afterCommit(trx, callback)`. If `db` is a transaction,
 * `work` becomes a part of it: if `work` rejects, the outer transaction is rolled back, too, even if you catch the error.
 * @throws E_DATABASE_RETRIES for an invalid number of retries, E_DATABASE_ENDED if the database ended the transaction and the error was
 * caught, E_DATABASE_NESTED if the error of nested work was caught, and what `work` throws.
 * @example const id = await transaction(facades.DB(), async (trx) => insertGetId(trx, 'orders', order));
 */
export const transaction = async <Database, Result>(
  db: Queryable<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> => {
  const { retries = 3 } = options;
  if (!Number.isSafeInteger(retries) || retries < 0) throw errors.E_DATABASE_RETRIES({ retries: String(retries) });
  if (db instanceof Transaction) return join(db, work);
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(db, work, options);
    } catch (error) {
      if (attempt >= retries || !isPassing(error)) throw error;
      await pause(Math.random() * shortest * 2 ** attempt);
    }
  }
};

/**
 * Runs work in the outer transaction. If the work fails, the outer one cannot commit any more, even if the error is
 * caught, because the rows of both are mixed.
 */
const join = async <Database, Result>(
  trx: Transaction<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> => {
  try {
    return await work(trx);
  } catch (error) {
    const note = (connection: object): Promise<void> => Promise.resolve(stateOf(connection)?.failNested(error));
    // If the outer transaction has ended in the meantime, it cannot be committed any more.
    await trx
      .getExecutor()
      .provideConnection(note)
      .catch(() => undefined);
    throw error;
  }
};

// The longest random wait before the first retry, in milliseconds; doubled for each further one. Two transactions with a deadlock thus do
// not meet again.
const shortest = 10;

const once = async <Database, Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
  { isolation, ambient = false }: TransactionOptions,
): Promise<Result> => {
  const builder = db.transaction();
  const begun = isolation === undefined ? builder : builder.setIsolationLevel(isolation);
  const { result, callbacks } = await begun.execute(async (trx) => {
    const waiting = collectCallbacks(trx);
    const result = await runInside({ root: db, trx, ambient }, () => work(trx));
    return { result, callbacks: waiting };
  });
  for (const callback of callbacks) {
    try {
      await callback();
    } catch (error) {
      // Only reports: if this threw, the caller would think that the committed transaction failed.
      reporterOf(db)(error);
    }
  }
  return result;
};

// PostgreSQL: serialization failure, deadlock. MySQL: deadlock; MariaDB: a row that changed since it was read.
const passing = ['40001', '40P01', 'ER_LOCK_DEADLOCK', 'ER_CHECKREAD'];

/** Whether the same work may succeed at the next attempt. */
const isPassing = (error: unknown): boolean => {
  for (let seen = error, depth = 0; depth < 5; depth++) {
    if (hasCode(seen, ...passing)) return true;
    if (typeof seen !== 'object' || seen === null || !('cause' in seen)) return false;
    seen = seen.cause;
  }
  return false;
};
