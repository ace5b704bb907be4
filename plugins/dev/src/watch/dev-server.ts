import cluster from 'node:cluster';
import type { BootFault } from '@taproot/workers/protocol';
import { DevWorker, type Outcome, type Refreshed } from './dev-worker.ts';

/** How to start a server, and functions that receive reports on it. */
export interface DevServerOptions {
  /** The program that serves, and its arguments. It waits for the message `go` before it loads the application. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Whether a `ConnectionGate` moves all connections at once to the new application; true by default. */
  readonly handover?: boolean;
  /** Seconds that an application may take beyond its own `app.shutdown_timeout` before it is killed; default: 5. */
  readonly margin?: number;
  /** Called when an application serves, with its address and the milliseconds since `restart()`. */
  readonly served: (url: string | null, milliseconds: number) => void;
  /** Called with the files and folders that others take care of while the application serves. Their changes need no restart. */
  readonly keeps?: (files: readonly string[]) => void;
  /** Called when the reason for `failed` is shown at an address, because no application serves. */
  readonly shown?: (url: string) => void;
  /** Called when an application did not start, or ended by itself. Gets its error, and whether another application still serves. */
  readonly failed: (fault: BootFault | null, serves: boolean) => void;
}

/**
 * Room for young objects, in MiB. A booting application makes many. With V8's default of 16 MiB, garbage collection takes a fifth of the
 * boot.
 */
const youngSpace = 64;

/** If an application that has served for this many milliseconds ends by itself, it is started again at once. */
const steadyAfter = 5000;

/**
 * Runs the application in its own process; `restart()` replaces that process. The new process opens the port beside the old one. When it is
 * ready, it gets all new connections, and the old one drains. So no request is refused, and the old application answers none after the new
 * one has answered. If the new process does not start, the old one goes on. A spare process has loaded everything but the application, and
 * waits for the next restart.
 */
export class DevServer {
  /** Resolves after `stop()` to the exit code of the application, or to 0 if none ran. Rejects when no process can be started. */
  readonly ended: Promise<number>;
  readonly #options: DevServerOptions;
  readonly #workers = new Set<DevWorker>();
  #end: (code: number) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;
  #spare: DevWorker | null = null;
  #starting: DevWorker | null = null;
  #serving: DevWorker | null = null;
  /** The process that shows the error while no application starts. */
  #standIn: DevWorker | null = null;
  #stopped = false;
  #code = 0;

  constructor(options: DevServerOptions) {
    this.#options = options;
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // Otherwise the system would give connections to any process.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({
      exec: options.program,
      args: [...options.args],
      cwd: options.cwd,
      execArgv: [`--max-semi-space-size=${youngSpace}`, ...process.execArgv],
      // The watching process reads the keys, so this one gets no input.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.restart();
  }

  /**
   * Restarts the application. With `cold`, starts a fresh process, because packages have changed that the spare process has loaded already.
   */
  restart({ cold = false }: { readonly cold?: boolean } = {}): void {
    if (this.#stopped) return;
    const began = performance.now();
    // Its modules are out of date.
    this.#starting?.end('SIGTERM');
    if (cold) this.#spare?.end('SIGTERM');
    const worker = (cold ? null : this.#spare) ?? this.#fork();
    this.#spare = null;
    this.#starting = worker;
    worker.go();
    void worker.started.then((outcome) => this.#onStarted(worker, outcome, began));
  }

  /** Makes the pages in browsers load again, or only their style sheets. Does not restart the application. */
  refresh(what: Refreshed): void {
    this.#serving?.refresh(what);
  }

  /** Ends all processes. A second call cuts open requests. */
  stop(signal: 'SIGINT' | 'SIGTERM'): void {
    this.#stopped = true;
    for (const worker of this.#workers) worker.end(signal);
    if (this.#workers.size === 0) this.#end(0);
  }

  #fork(): DevWorker {
    const worker = new DevWorker({
      margin: this.#options.margin ?? 5,
      handover: this.#options.handover ?? true,
      keeps: (files) => this.#options.keeps?.(files),
      failed: this.#fail,
    });
    this.#workers.add(worker);
    void worker.ended.then((code) => this.#onEnded(worker, code));
    return worker;
  }

  #onStarted(worker: DevWorker, outcome: Outcome | null, began: number): void {
    // Another process was started in the meantime.
    if (worker !== this.#starting || this.#stopped) return;
    this.#starting = null;
    this.#spare ??= this.#fork();
    if (outcome?.fault !== null) return this.#onFault(outcome?.fault ?? null);
    const old = this.#serving;
    this.#serving = worker;
    // The next application will load the same packages as this one.
    if (old !== null && old.loaded !== null) this.#spare.warm(old.loaded);
    worker.takeOver();
    old?.end('SIGTERM');
    this.#standIn?.end('SIGTERM');
    this.#standIn = null;
    this.#options.served(worker.url, performance.now() - began);
  }

  #onFault(fault: BootFault | null): void {
    this.#show(fault ?? { text: 'The process ended. The terminal may say why.', place: null });
    this.#options.failed(fault, this.#serving !== null);
  }

  #show(fault: BootFault): void {
    if (this.#serving !== null) return this.#serving.show(fault);
    if (this.#standIn !== null) return this.#standIn.standIn(fault);
    const worker = this.#spare ?? this.#fork();
    this.#spare = this.#fork();
    this.#standIn = worker;
    worker.standIn(fault);
    void worker.started.then((outcome) => {
      if (outcome === null || worker !== this.#standIn) return;
      worker.takeOver();
      if (worker.url !== null) this.#options.shown?.(worker.url);
    });
  }

  #onEnded(worker: DevWorker, code: number): void {
    this.#workers.delete(worker);
    if (worker === this.#spare) this.#spare = null;
    if (worker === this.#standIn) this.#standIn = null;
    if (worker === this.#serving) {
      this.#serving = null;
      this.#code = code;
      if (!this.#stopped) this.#onLost(worker, code);
    }
    if (this.#stopped && this.#workers.size === 0) this.#end(this.#code);
  }

  #onLost({ servesSince }: DevWorker, code: number): void {
    // The next process is about to serve.
    if (this.#starting !== null) return;
    const fault = { text: `The application ended with ${code}.`, place: null };
    this.#show(fault);
    this.#options.failed(fault, false);
    if (performance.now() - (servesSince ?? 0) > steadyAfter) this.restart();
  }
}
