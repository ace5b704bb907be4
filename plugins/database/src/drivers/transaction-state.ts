import { errors } from '../errors.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * The state of a transaction, as its connection knows it. A server may end a transaction by itself, as MySQL does after
 * a deadlock. Without this state, later statements would then be committed one by one.
 */
export class TransactionState {
  readonly #connection: string;
  #isOpen = false;
  #ended: (() => Error) | null = null;
  #failure: unknown = null;
  #committedBy: string | null = null;
  #nested: { readonly error: unknown } | null = null;

  constructor(connection: string) {
    this.#connection = connection;
  }

  /** Whether a transaction was begun, and nothing has ended it so far. */
  get isOpen(): boolean {
    return this.#isOpen && this.#ended === null && this.#committedBy === null;
  }

  /** Whether the transaction ended without its user. */
  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  begin(): void {
    this.close();
    this.#isOpen = true;
  }

  /** The user has committed it or rolled it back. */
  close(): void {
    this.#isOpen = false;
    this.#ended = null;
    this.#failure = null;
    this.#committedBy = null;
    this.#nested = null;
  }

  /** Remembers the first statement that failed: it is the reason if the server does not commit. */
  fail(error: unknown): void {
    if (this.isOpen) this.#failure ??= error;
  }

  /** The error for a statement that the server refused, and for a commit that it answered with a rollback. */
  undone(): Error {
    return this.#error(`an error rolled it back, which was caught (${reasonOf(this.#failure)})`, this.#failure);
  }

  /** The server rolled the transaction back because of an error. */
  loseTo(error: unknown): void {
    this.#end(`an error rolled it back (${reasonOf(error)})`, error);
  }

  /** A statement committed the transaction. The next ones may have to undo what it did, such as `unlock tables`. */
  commitBy(sql: string): void {
    this.#committedBy ??= sql.slice(0, 80);
  }

  /** The commit failed, and the connection was taken from the user. Returns what makes the error of later statements. */
  refuse(error: unknown): () => Error {
    return this.#end(`its commit failed (${reasonOf(error)})`, error);
  }

  /** Work that is part of the transaction failed, and what it has done is still there. */
  failNested(error: unknown): void {
    this.#nested ??= { error };
  }

  /** Throws for a statement after the end of the transaction (E_DATABASE_ENDED). */
  requireRunning(): void {
    if (this.#ended !== null) throw this.#ended();
  }

  /** Throws for a transaction that is not whole: E_DATABASE_ENDED, E_DATABASE_NESTED. */
  requireWhole(): void {
    this.requireRunning();
    if (this.#committedBy !== null) throw this.#error(`"${this.#committedBy}" committed it`, null);
    if (this.#nested === null) return;
    const { error: cause } = this.#nested;
    throw errors.E_DATABASE_NESTED({ connection: this.#connection, reason: reasonOf(cause) }, { cause });
  }

  #end(reason: string, cause: unknown): () => Error {
    this.#ended ??= () => this.#error(reason, cause);
    return this.#ended;
  }

  #error(reason: string, cause: unknown): Error {
    return errors.E_DATABASE_ENDED({ connection: this.#connection, reason }, cause === null ? {} : { cause });
  }
}

/** The state of a connection of our drivers. */
export const stateOf = (connection: object): TransactionState | null =>
  'transaction' in connection && connection.transaction instanceof TransactionState ? connection.transaction : null;
