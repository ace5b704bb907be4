import { type SparseReport, sparseReport } from '../errors/blame.ts';
import { FrameworkError } from '../errors/framework-error.ts';
import { type EndSignal, type ProcessWatcher, unwatchProcess, watchProcess } from './process-events.ts';
import type { ReportOrigin } from './report-to-console.ts';

// One signal may arrive twice: from the terminal or service manager, and passed on by npm or yarn.
const echoMilliseconds = 1000;

/** The parts of an application that a serving process needs. */
interface Served {
  readonly config: { readonly app: { readonly unhandled: string } };
  report(error: unknown, origin: ReportOrigin): void;
  close(): Promise<readonly FrameworkError[]>;
}

const ignore = (): void => undefined;

/** Functions that `start()` calls while it serves, and a way to pass signals to it. */
export interface ServingLife {
  /** Called before serving, with a function that passes a signal to the application. Returns a function that stops passing signals. */
  readonly signals?: (pass: (signal: EndSignal) => void) => () => void;
  /** Called when the application serves. */
  readonly opened?: () => void;
  /** Called after the application has closed and before the process ends, which waits for the promise. */
  readonly closed?: () => Promise<void>;
}

/** The error with a fix for the developer, because the fix of the error itself addresses the client. */
const notAwaited = (cause: FrameworkError): FrameworkError =>
  new FrameworkError(cause.code, cause.message, {
    status: cause.status,
    fix: 'A promise was not awaited: find the call, such as `ctx.request().body()`, that has neither `await` nor `return` before it (lint: no-floating-promises).',
    cause,
  });

/**
 * Watches the process while an application is served. The first signal drains and exits; a second one exits at once, except the
 * same signal within one second, which counts once. An unhandled error is reported and then drains and exits with 1, unless
 * `app.unhandled` is `continue`. A rejection with a client status (4xx) is only reported, so that no client can end the
 * process.
 */
export class ProcessGuard {
  readonly #app: Served;
  readonly #life: ServingLife;
  readonly #reportSparsely: SparseReport;
  /** Called when nothing keeps the process running any more, although it should serve. */
  idle: () => void = ignore;
  readonly #watcher: ProcessWatcher = {
    signal: (signal) => this.#end(signal, 'direct'),
    rejection: (reason) => this.#onRejection(reason),
    exception: (error) => this.#onUnhandled(error),
    idle: () => this.idle(),
  };
  #draining = false;
  /**
   * The first signal from the system, and the first that the primary passed on. A service manager's signal comes both ways and counts once.
   */
  readonly #signalled: Record<'direct' | 'passed', { readonly signal: EndSignal; readonly at: number } | null> = {
    direct: null,
    passed: null,
  };
  #stopPassing: (() => void) | undefined;

  constructor(app: Served, life: ServingLife) {
    this.#app = app;
    this.#life = life;
    this.#reportSparsely = sparseReport((error) => app.report(error, { where: 'process' }));
  }

  watch(): void {
    watchProcess(this.#watcher);
    this.#stopPassing = this.#life.signals?.((signal) => this.#end(signal, 'passed'));
  }

  unwatch(): void {
    if (!this.#draining) this.#stop();
  }

  /** Returns whether the process serves no other application. */
  #stop(): boolean {
    this.#stopPassing?.();
    return unwatchProcess(this.#watcher);
  }

  #end(signal: EndSignal, way: 'direct' | 'passed'): void {
    const at = performance.now();
    const first = this.#signalled[way];
    if (first !== null) {
      if (first.signal === signal && at - first.at < echoMilliseconds) return;
      process.exit(1);
    }
    this.#signalled[way] = { signal, at };
    void this.#drain();
  }

  #onRejection(reason: unknown): void {
    // Clients can cause these errors as often as they like, so each code is reported sparsely.
    if (reason instanceof FrameworkError && reason.status < 500) this.#reportSparsely(notAwaited(reason));
    else this.#onUnhandled(reason);
  }

  #onUnhandled(error: unknown): void {
    const ends = this.#app.config.app.unhandled !== 'continue';
    this.#app.report(error, ends ? { where: 'process', ends } : { where: 'process' });
    if (!ends) return;
    process.exitCode = 1;
    void this.#drain();
  }

  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    const failures = await this.#app.close();
    if (failures.length > 0) process.exitCode = 1;
    await this.#life.closed?.();
    // The last application that has closed ends the process.
    if (this.#stop()) process.exit();
  }
}
