import { Transaction } from 'kysely';
import { errors } from '../errors.ts';
import type { Queryable } from '../tables.ts';

/** Callbacks that run once a transaction is committed. */
export type Callback = () => unknown;

const waiting = new WeakMap<object, Callback[]>();

/** Collects callbacks for the commit of a transaction. The returned list grows while the transaction runs. */
export const collectCallbacks = (trx: object): readonly Callback[] => {
  const callbacks: Callback[] = [];
  waiting.set(trx, callbacks);
  return callbacks;
};

/**
 * Calls `callback` after the commit of the transaction, and never after a rollback: for mail, events and caches. Callbacks run in the order
 * of the calls. Without a transaction it runs at once. Taproot reports an error of the callback and does not throw it, because the rows are
 * committed by then.
 * @throws E_DATABASE_AFTER_COMMIT for a transaction of `db.transaction()`, whose commit Taproot cannot observe.
 * @example await afterCommit(trx, () => sendReceipt(order));
 */
export const afterCommit = async <Database>(db: Queryable<Database>, callback: Callback): Promise<void> => {
  const callbacks = waiting.get(db);
  if (callbacks !== undefined) callbacks.push(callback);
  else if (db instanceof Transaction) throw errors.E_DATABASE_AFTER_COMMIT();
  else await callback();
};
