import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction that `facades.DB()` finds by itself in code that runs inside of it. */
interface Entry {
  readonly root: object;
  readonly trx: object;
  ended: boolean;
  /** The ambient transaction around it, of another connection. */
  readonly outer: Entry | undefined;
}

// The first ambient transaction creates it, so that applications without one have no cost.
let storage: AsyncLocalStorage<Entry> | null = null;
let open = 0;

/** Runs work in which `ambientOf(root)` is the transaction. */
export const runAmbient = async <Result>(root: object, trx: object, work: () => Promise<Result>): Promise<Result> => {
  storage ??= new AsyncLocalStorage();
  const entry: Entry = { root, trx, ended: false, outer: storage.getStore() };
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
    if (entry.root === root && !entry.ended) return entry.trx as Builder;
  return root;
};
