import cluster, { type Worker } from 'node:cluster';
import { errors } from '../errors.ts';
import { withDeadline } from '../hooks/with-deadline.ts';
import type { EndSignal } from './process-events.ts';
import { drainSeconds, endWord, type Word } from './worker-life.ts';

/** Seconds for a worker to drain before it has reported its own: the default of `app.shutdown_timeout`. */
const usual = 10;

/** Seconds beyond: for a loop that was busy, and for the connections on their way to it. */
const margin = 5;

/** Milliseconds that a worker has to have served to be steady. */
const steadyAfter = 10_000;

const reasonOf = (code: number | null, signal: string | null): string => signal ?? `code ${code}`;

/** One worker, as the primary sees it. */
export class WorkerProcess {
  /** Resolves once it serves; rejects with `E_WORKER_START` when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves to how it ended: a signal, `code 1`, or why there never was a process. */
  readonly ended: Promise<string>;
  /** Milliseconds to wait before it is replaced, if it dies before it has served for a while. */
  readonly pause: number;
  /** Whether it was asked to end. */
  retired = false;
  /** Whether another is being started to take its place. */
  superseded = false;
  /** When it began to serve, by `performance.now()`. */
  #servesSince: number | null = null;
  #drainSeconds = usual;
  readonly #worker: Worker;

  /** `json` is called when the worker writes its log as JSON. */
  constructor(pause: number, json: () => void) {
    this.pause = pause;
    const worker = cluster.fork();
    this.#worker = worker;
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) => resolve(reasonOf(code, signal)));
      // If the system cannot create the process, there is no exit event. Other errors come from its channel, and its
      // exit follows.
      worker.on('error', ({ message }) => {
        if (worker.process.pid === undefined) resolve(message);
      });
    });
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (message) => {
        this.#drainSeconds = drainSeconds(message) ?? this.#drainSeconds;
        if (message === ('taproot:json' satisfies Word)) json();
        if (message === ('taproot:leaving' satisfies Word)) worker.send('taproot:left' satisfies Word, () => undefined);
        if (message !== ('taproot:ready' satisfies Word)) return;
        this.#servesSince = performance.now();
        resolve();
      });
      void this.ended.then((reason) => reject(errors.E_WORKER_START({ reason })));
    });
    // Rejects for a caller that still waits; otherwise ignored.
    this.ready.catch(() => undefined);
  }

  get pid(): string {
    return String(this.#worker.process.pid);
  }

  /** Whether it ever served. */
  get served(): boolean {
    return this.#servesSince !== null;
  }

  /** Whether it served long enough that its crash is not a start-up fault (so its successor starts without a pause). */
  get steady(): boolean {
    return this.#servesSince !== null && performance.now() - this.#servesSince >= steadyAfter;
  }

  /**
   * Sends the signal (SIGTERM drains) and resolves to how the worker ended. A worker that does not end in time is reported to
   * `stuck` and killed by SIGKILL.
   */
  async end(signal: EndSignal, stuck: (error: unknown) => void): Promise<string> {
    this.retired = true;
    this.#tell(signal);
    const seconds = this.#drainSeconds + margin;
    try {
      return await withDeadline(this.ended, seconds, () => errors.E_WORKER_STUCK({ pid: this.pid, seconds, signal }));
    } catch (error) {
      stuck(error);
      this.#worker.process.kill('SIGKILL');
      return this.ended;
    }
  }

  /**
   * Passes a signal on as a message: a terminal or a service manager sends its own signal to each process, and a real
   * signal from us would count as a second one. A worker that does not serve yet does not read messages.
   */
  #tell(signal: EndSignal): void {
    if (this.served) this.#worker.send(endWord(signal), () => undefined);
    // Does not use `worker.kill()`, which closes the channel first: open connections still come through it.
    else this.#worker.process.kill(signal);
  }
}
