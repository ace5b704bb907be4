import type { Application } from './application.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Watches the process while an application is served: the first signal drains and exits, a second one exits at once;
 * an error nobody handled is reported and, unless `app.unhandled` is `continue`, drains and exits with 1.
 */
export class ProcessGuard {
  readonly closed: Promise<void>;
  readonly #app: Application;
  #resolve: () => void = () => undefined;
  #stopping = false;

  constructor(app: Application) {
    this.#app = app;
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    app.hooks.shutdown.intercept({ done: () => this.#resolve() });
  }

  watch(): void {
    for (const signal of signals) process.on(signal, this.#onSignal);
    process.on('unhandledRejection', this.#onUnhandled);
    process.on('uncaughtException', this.#onUnhandled);
    // A reader of our output that went away (EPIPE) is no reason to die.
    process.stdout.on('error', ignore);
    process.stderr.on('error', ignore);
  }

  unwatch(): void {
    for (const signal of signals) process.off(signal, this.#onSignal);
    process.off('unhandledRejection', this.#onUnhandled);
    process.off('uncaughtException', this.#onUnhandled);
    process.stdout.off('error', ignore);
    process.stderr.off('error', ignore);
  }

  readonly #onSignal = (): void => this.#stop(0);

  readonly #onUnhandled = (error: unknown): void => {
    this.#app.report(error, { where: 'process' });
    if (this.#app.config.app.unhandled === 'exit') this.#stop(1);
  };

  #stop(code: number): void {
    if (this.#stopping) process.exit(1);
    this.#stopping = true;
    this.#app.close().then(
      (failures) => process.exit(failures.length > 0 ? 1 : code),
      () => process.exit(1),
    );
  }
}

const ignore = (): void => undefined;
