const stopSignals = ['SIGINT', 'SIGTERM'] as const;

// npx passes on the signal that a terminal sends to the whole group, so one Ctrl-C may arrive twice.
const echoMilliseconds = 1000;

/** SIGINT and SIGTERM as an `AbortSignal`. Until the signal is used, they end the process as usual. */
export class StopSignal {
  readonly #controller = new AbortController();
  #listens = false;
  #first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null;

  /** Returns the abort signal. From the first call on, the first SIGINT or SIGTERM only aborts it; a second one ends the process. */
  readonly ask = (): AbortSignal => {
    if (!this.#listens) for (const name of stopSignals) process.on(name, this.#hear);
    this.#listens = true;
    return this.#controller.signal;
  };

  /** Stops listening: SIGINT and SIGTERM end the process again. */
  end(): void {
    for (const name of stopSignals) process.off(name, this.#hear);
  }

  readonly #hear = (signal: NodeJS.Signals): void => {
    const at = performance.now();
    if (this.#first === null) {
      this.#first = { signal, at };
      this.#controller.abort();
    } else if (this.#first.signal !== signal || at - this.#first.at >= echoMilliseconds) process.exit(1);
  };
}
