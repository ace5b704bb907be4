import type { Application } from './application.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
const unhandled = ['unhandledRejection', 'uncaughtException'] as const;

// Ctrl-C reaches a server under `npm start` twice: from the terminal, and passed on by npm.
const echoMilliseconds = 300;

// Applications served by this process: the last one to have drained ends it.
const watching = new Set<ProcessGuard>();

const ignore = (): void => undefined;

/** Who is told how an application serves. */
export interface ServingLife {
  /** Called once it serves. */
  readonly opened?: () => void;
  /** Called, and waited for, between the end of the application and that of its process. */
  readonly closed?: () => Promise<void>;
}

/**
 * Watches the process while an application is served: the first signal drains and exits, a second one exits at once;
 * an error nobody handled is reported and, unless `app.unhandled` is `continue`, drains and exits with 1.
 */
export class ProcessGuard {
  readonly #app: Application;
  readonly #life: ServingLife;
  /** When the first signal came. */
  #signalled = Number.NEGATIVE_INFINITY;

  constructor(app: Application, life: ServingLife) {
    this.#app = app;
    this.#life = life;
  }

  watch(): void {
    watching.add(this);
    for (const signal of signals) process.on(signal, this.#onSignal);
    for (const event of unhandled) process.on(event, this.#onUnhandled);
    // A reader of our output that went away (EPIPE) is no reason to die.
    for (const output of [process.stdout, process.stderr]) output.on('error', ignore);
  }

  unwatch(): void {
    watching.delete(this);
    for (const signal of signals) process.off(signal, this.#onSignal);
    for (const event of unhandled) process.off(event, this.#onUnhandled);
    for (const output of [process.stdout, process.stderr]) output.off('error', ignore);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (signal === 'SIGINT' && now - this.#signalled < echoMilliseconds) return;
    if (this.#signalled > 0) process.exit(1);
    this.#signalled = now;
    void this.#drain();
  };

  readonly #onUnhandled = (error: unknown): void => {
    this.#app.report(error, { where: 'process' });
    if (this.#app.config.app.unhandled === 'continue') return;
    process.exitCode = 1;
    void this.#drain();
  };

  async #drain(): Promise<void> {
    const failures = await this.#app.close();
    if (failures.length > 0) process.exitCode = 1;
    await this.#life.closed?.();
    this.unwatch();
    if (watching.size === 0) process.exit();
  }
}
