import { reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';

/**
 * The state of a transaction, as its connection knows it. A server may end a transaction by itself, as MySQL does after
 * a deadlock. Without this state, later statements would then be committed one by one.
 */
export class TransactionState {
  readonly #connection: string;
  #isOpen = false;
  #isReadOnly = false;
  #ended: (() => Error) | null = null;
  #failure: unknown = null;
  #committedBy: string | null = null;
  #nested: { readonly error: unknown } | null = null;

  constructor(connection: string) {
    this.#connection = connection;
  }

  /** Whether a transaction has begun and has not ended. */
  get isOpen(): boolean {
    return this.#isOpen && this.#ended === null && this.#committedBy === null;
  }

  /** Whether its user opened it to read only. */
  get isReadOnly(): boolean {
    return this.#isOpen && this.#isReadOnly;
  }

  /** Whether the transaction ended although its user did not end it. */
  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  begin(isReadOnly = false): void {
    this.close();
    this.#isOpen = true;
    this.#isReadOnly = isReadOnly;
  }

  /** The user has committed it or rolled it back. */
  close(): void {
    this.#isOpen = false;
    this.#ended = null;
    this.#failure = null;
    this.#committedBy = null;
    this.#nested = null;
  }

  /** Remembers the first error of a statement: it is the reason if the server later does not commit. */
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

  /** A statement committed the transaction. Later statements are allowed, because they may have to undo it, such as `unlock tables`. */
  commitBy(sql: string): void {
    this.#committedBy ??= sql.slice(0, 80);
  }

  /** The commit failed, and the connection was taken from the user. Returns a function that makes the error of later statements. */
  refuse(error: unknown): () => Error {
    return this.#end(`its commit failed (${reasonOf(error)})`, error);
  }

  /** Nested work failed, but its changes are still in the transaction. */
  failNested(error: unknown): void {
    this.#nested ??= { error };
  }

  /** Throws for a statement after the end of the transaction (E_DATABASE_ENDED). */
  requireRunning(): void {
    if (this.#ended !== null) throw this.#ended();
  }

  /** Throws for a transaction that must not be committed: E_DATABASE_ENDED, E_DATABASE_NESTED. */
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

/** The transaction state of a connection; null if the connection is not from a Taproot driver. */
export const stateOf = (connection: object): TransactionState | null =>
  'transaction' in connection && connection.transaction instanceof TransactionState ? connection.transaction : null;
