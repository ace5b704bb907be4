import { Transaction } from 'kysely';
import { errors } from '../errors.ts';
import type { Queryable } from '../tables.ts';

/** Callbacks that run once a transaction is committed. */
export type Callback = () => unknown;

const waiting = new WeakMap<object, Callback[]>();

/** Collects callbacks for the commit of a transaction. The list grows while it runs. */
export const collectCallbacks = (trx: object): readonly Callback[] => {
  const callbacks: Callback[] = [];
  waiting.set(trx, callbacks);
  return callbacks;
};

/**
 * Calls `callback` once the transaction is committed, in the order of the calls, and never when it is rolled back: for
 * mail, events and caches. Without a transaction it is called at once. An error of the callback is reported, since the
 * rows are committed by then.
 * @throws E_DATABASE_AFTER_COMMIT for a transaction of `db.transaction()`, which has no such moment.
 * @example await afterCommit(trx, () => sendReceipt(order));
 */
export const afterCommit = async <Database>(db: Queryable<Database>, callback: Callback): Promise<void> => {
  const callbacks = waiting.get(db);
  if (callbacks !== undefined) callbacks.push(callback);
  else if (db instanceof Transaction) throw errors.E_DATABASE_AFTER_COMMIT();
  else await callback();
};
