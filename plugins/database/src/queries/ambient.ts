import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction, for code that runs inside of it. */
interface Entry {
  readonly root: object;
  readonly trx: object;
  /** Whether `facades.DB()` is this transaction. */
  readonly ambient: boolean;
  ended: boolean;
  /** The transaction around it, of another connection. */
  readonly outer: Entry | undefined;
}

// The first transaction that is followed creates it, so that applications without one have no cost.
let storage: AsyncLocalStorage<Entry> | null = null;
let open = 0;
let followed = false;

/** From now on, `transactionAtHand()` finds every transaction of this process that begins. */
export const followTransactions = (): void => {
  followed = true;
};

/** The innermost transaction in which the caller runs; null without one, and when it has ended. */
export const transactionAtHand = (): object | null => {
  for (let entry = storage?.getStore(); entry !== undefined; entry = entry.outer) if (!entry.ended) return entry.trx;
  return null;
};

/** Runs work in a transaction. With `ambient`, `ambientOf(root)` is the transaction inside. */
export const runInside = async <Result>(
  { root, trx, ambient }: Pick<Entry, 'root' | 'trx' | 'ambient'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (!ambient && !followed) return work();
  storage ??= new AsyncLocalStorage();
  const entry: Entry = { root, trx, ambient, ended: false, outer: storage.getStore() };
  open++;
  try {
    return await storage.run(entry, work);
  } finally {
    // Code may still run in this context after the end. It must not get a connection that others use by then.
    entry.ended = true;
    open--;
  }
};

/** The ambient transaction of a query builder, or the builder itself. */
export const ambientOf = <Builder extends object>(root: Builder): Builder => {
  if (open === 0) return root;
  for (let entry = storage?.getStore(); entry !== undefined; entry = entry.outer)
    // A transaction has all members of its builder.
    if (entry.root === root && entry.ambient && !entry.ended) return entry.trx as Builder;
  return root;
};
