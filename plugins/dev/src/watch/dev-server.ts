import cluster from 'node:cluster';
import type { BootFault } from '@taproot/workers/protocol';
import { DevWorker, type Outcome, type Refreshed } from './dev-worker.ts';

/** How a server is started, and what is reported of it. */
export interface DevServerOptions {
  /** The program that serves, and its arguments. It waits for the message `go` before it loads the application. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Whether a `ConnectionGate` moves all connections at once to the new application; true by default. */
  readonly handover?: boolean;
  /** Seconds that an application may take beyond its own `app.shutdown_timeout` before it is killed; 5 by default. */
  readonly margin?: number;
  /** Called when an application serves, with its address and the milliseconds since `restart()`. */
  readonly served: (url: string | null, milliseconds: number) => void;
  /** Called when the reason for `failed` is shown at an address, because no application serves. */
  readonly shown?: (url: string) => void;
  /**
   * Called when an application did not start or ended by itself, with its error, and whether another one still serves.
   */
  readonly failed: (fault: BootFault | null, serves: boolean) => void;
}

/**
 * Room for young objects, in MiB. An application makes many while it boots: with V8's own 16 a fifth of that time is
 * collection of garbage.
 */
const youngSpace = 64;

/** Milliseconds that an application must have served before one that ends by itself is started again at once. */
const steadyAfter = 5000;

/**
 * The application in a process of its own, replaced by `restart()`. The new process opens the port beside the old one.
 * When it is ready, all new connections go to it, and the old one drains: no request is refused, and none is answered by
 * the old application after one was answered by the new. A process that does not start leaves the old one in place.
 * One more process has loaded all but the application, and waits for its turn.
 */
export class DevServer {
  /** Resolves after `stop()` to the exit code of the application, 0 where none was left; rejects when no process can be started. */
  readonly ended: Promise<number>;
  readonly #options: DevServerOptions;
  readonly #workers = new Set<DevWorker>();
  #end: (code: number) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;
  #spare: DevWorker | null = null;
  #starting: DevWorker | null = null;
  #serving: DevWorker | null = null;
  /** Serves the reason while no application starts. */
  #standIn: DevWorker | null = null;
  #stopped = false;
  #code = 0;

  constructor(options: DevServerOptions) {
    this.#options = options;
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // The system would give connections to whichever process is free.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({
      exec: options.program,
      args: [...options.args],
      cwd: options.cwd,
      execArgv: [`--max-semi-space-size=${youngSpace}`, ...process.execArgv],
      // The one that watches reads the keys.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.restart();
  }

  /**
   * Restarts the application. With `cold`, in a process that has loaded nothing before: packages have changed that the
   * waiting one has loaded.
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

  /** Makes the pages in browsers load again, or only their style sheets. The application goes on. */
  refresh(what: Refreshed): void {
    this.#serving?.refresh(what);
  }

  /** Ends all processes. The second time cuts open requests. */
  stop(signal: 'SIGINT' | 'SIGTERM'): void {
    this.#stopped = true;
    for (const worker of this.#workers) worker.end(signal);
    if (this.#workers.size === 0) this.#end(0);
  }

  #fork(): DevWorker {
    const worker = new DevWorker({
      margin: this.#options.margin ?? 5,
      handover: this.#options.handover ?? true,
      failed: this.#fail,
    });
    this.#workers.add(worker);
    void worker.ended.then((code) => this.#onEnded(worker, code));
    return worker;
  }

  #onStarted(worker: DevWorker, outcome: Outcome | null, began: number): void {
    // Another one was started in the meantime.
    if (worker !== this.#starting || this.#stopped) return;
    this.#starting = null;
    this.#spare ??= this.#fork();
    if (outcome?.fault !== null) return this.#onFault(outcome?.fault ?? null);
    const old = this.#serving;
    this.#serving = worker;
    // The packages of the one before are those of the next.
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
    // Its successor is about to serve.
    if (this.#starting !== null) return;
    const fault = { text: `The application ended with ${code}.`, place: null };
    this.#show(fault);
    this.#options.failed(fault, false);
    if (performance.now() - (servesSince ?? 0) > steadyAfter) this.restart();
  }
}
