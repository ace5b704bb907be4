/** Work that waits for the end of a transaction. */
export type AfterCommit = (work: () => unknown, transaction?: object | null) => Promise<void>;

/** The transactions of an application. A database plugin contributes it. */
export interface Transactions {
  /**
   * Calls `work` after the commit of a transaction, and never after a rollback. Null is the innermost transaction in which the caller runs;
   * without one, `work` runs at once, and an error of it is thrown.
   */
  readonly afterCommit: (work: () => unknown, transaction: object | null) => Promise<void>;
}

/** The part of an application that `afterCommitOf()` uses. */
interface ProvidesTransactions {
  provided(name: 'transactions'): Transactions | null;
}

/**
 * The function by which a plugin lets work wait for the transaction in which its caller runs, whatever database that is: mail, events, jobs. Call
 * it in `apply()`, because the database follows transactions only from then on. Work runs at once without a transaction, and in an application
 * without a database. An error of work that has waited is reported, because the rows are committed by then.
 *
 * @example const afterCommit = afterCommitOf(app); await afterCommit(() => mailer.send(letter));
 */
export const afterCommitOf = (app: ProvidesTransactions): AfterCommit => {
  const transactions = app.provided('transactions');
  return async (work, transaction = null) => {
    if (transactions === null) await work();
    else await transactions.afterCommit(work, transaction);
  };
};
