import { withDeadline } from '@taproot/core/plugin';

/**
 * Tells a server to stop the queries of lost connections. Otherwise a query that waits for a lock would go on waiting, and would keep its
 * place in `max_connections`. Sends one message at a time, so that it does not flood a server with problems.
 */
export class Killer {
  readonly #send: (ids: readonly number[]) => Promise<void>;
  readonly #seconds: number;
  #ids: number[] = [];
  #sending: Promise<void> | null = null;

  constructor(send: (ids: readonly number[]) => Promise<void>, seconds: number) {
    this.#send = send;
    this.#seconds = seconds;
  }

  /** Resolves after the attempt, even if it fails: a server that cannot be reached has lost the connection, too. */
  kill(id: number): Promise<void> {
    if (Number.isSafeInteger(id) && id > 0) this.#ids.push(id);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#ids.length > 0) {
      const ids = this.#ids;
      this.#ids = [];
      const late = () => new Error('The server did not answer.');
      await withDeadline(this.#send(ids), this.#seconds, late).catch(() => undefined);
    }
  }
}
