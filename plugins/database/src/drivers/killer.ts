import { withDeadline } from '@taproot/core/plugin';

/**
 * Tells a server to stop the queries of lost connections. Otherwise a query that waits for a lock would go on waiting, and would keep its
 * place in `max_connections`. Sends one message at a time, so that it does not flood a server with problems.
 */
export class Killer<Target> {
  readonly #send: (targets: readonly Target[]) => Promise<void>;
  readonly #seconds: number;
  #targets: Target[] = [];
  #sending: Promise<void> | null = null;

  constructor(send: (targets: readonly Target[]) => Promise<void>, seconds: number) {
    this.#send = send;
    this.#seconds = seconds;
  }

  /** Resolves after the attempt, even if it fails: a server that cannot be reached has lost the connection, too. */
  kill(target: Target): Promise<void> {
    this.#targets.push(target);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#targets.length > 0) {
      const targets = this.#targets;
      this.#targets = [];
      const late = () => new Error('The server did not answer.');
      await withDeadline(this.#send(targets), this.#seconds, late).catch(() => undefined);
    }
  }
}
