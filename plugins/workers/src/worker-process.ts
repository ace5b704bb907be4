import cluster, { type Worker } from 'node:cluster';
import { type EndSignal, type OpenRequest, readMessage, tellWorker } from './protocol.ts';

/** Makes the errors of workers. */
export interface WorkerErrors {
  /** For a worker that served and ended. Another one replaces it after `milliseconds`. */
  readonly lost: (loss: { readonly pid: string; readonly reason: string; readonly milliseconds: number }) => Error;
  /** For a worker that did not end in time and is killed. */
  readonly stuck: (end: { readonly pid: string; readonly seconds: number; readonly signal: EndSignal }) => Error;
  /** For a worker that does not answer. `requests` is a sentence about its open requests. */
  readonly silent: (silence: { readonly pid: string; readonly seconds: number; readonly requests: string }) => Error;
  /** For a worker that ended before it served. */
  readonly start: (end: { readonly reason: string }) => Error;
}

/** Seconds to drain for a worker that has not reported its setting yet: the default of `app.shutdown_timeout`. */
const usual = 10;

/** Additional seconds, for a busy event loop and for connections on their way to the worker. */
const margin = 5;

// Node fires a timer beyond 2^31 - 1 ms at once.
const longest = 2 ** 31 - 1;

/** A worker that has served for this many milliseconds is steady. */
const steadyAfter = 10_000;

/** How many times the primary asks a worker before the worker counts as silent. */
export const patience = 6;

const shown = ({ method, path, seconds }: OpenRequest): string => `${method} ${path} (${Math.round(seconds)} s)`;

const reasonOf = (code: number | null, signal: string | null): string => signal ?? `code ${code}`;

/** One worker, as the primary sees it. */
export class WorkerProcess {
  /** Resolves when the worker serves; rejects with `errors.start` when it ends before that. */
  readonly ready: Promise<void>;
  /** Resolves to how the worker ended: a signal, `code 1`, or why its process could not be created. */
  readonly ended: Promise<string>;
  /** Milliseconds to wait before this worker is replaced, if it dies before it is steady. */
  readonly pause: number;
  /** Whether it was asked to end. */
  retired = false;
  /** Whether another worker is being started to replace it. */
  superseded = false;
  /** When it began to serve, by `performance.now()`. */
  #servesSince: number | null = null;
  /** A number that no other living worker of the pool has, from 1. */
  readonly number: number;
  #drainSeconds = usual;
  /** How many times it was asked since its last message. */
  #unanswered = 0;
  #debugged = false;
  #requests: readonly OpenRequest[] = [];
  readonly #worker: Worker;
  readonly #errors: WorkerErrors;

  /** `json` is called when the worker writes its log as JSON. */
  constructor(number: number, pause: number, errors: WorkerErrors, json: () => void) {
    this.number = number;
    this.pause = pause;
    this.#errors = errors;
    const worker = cluster.fork({ TAPROOT_WORKER: String(number) });
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
      worker.on('message', (received) => {
        const message = readMessage(received);
        // Every message is a sign of life.
        this.#unanswered = 0;
        if (message?.taproot === 'drains') this.#drainSeconds = message.seconds;
        if (message?.taproot === 'json') json();
        if (message?.taproot === 'answer') {
          this.#debugged = message.debugged;
          this.#requests = message.requests;
        }
        if (message?.taproot === 'leaving') tellWorker(worker, { taproot: 'left' });
        if (message?.taproot !== 'ready') return;
        this.#servesSince = performance.now();
        resolve();
      });
      void this.ended.then((reason) => reject(errors.start({ reason })));
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

  /** Whether it has not answered for some time. */
  get silent(): boolean {
    return this.#unanswered >= patience && !this.#debugged;
  }

  /** For how many seconds it has been silent, if it is asked six times in `silentSeconds`. */
  silentFor(silentSeconds: number): number {
    return (this.#unanswered / patience) * silentSeconds;
  }

  /** The open requests of its last answer, as a sentence. */
  get lastRequests(): string {
    if (this.#requests.length === 0) return 'It had no open requests when it last answered.';
    return `Its oldest open requests when it last answered: ${this.#requests.map(shown).join(', ')}.`;
  }

  /** Asks for a sign of life. */
  ask(serving: number, lost: number): void {
    this.#unanswered++;
    tellWorker(this.#worker, { taproot: 'ask', serving, lost });
  }

  /** Makes it open its log files again. */
  reopen(): void {
    if (this.served) tellWorker(this.#worker, { taproot: 'reopen' });
  }

  /** Kills it, without a chance to drain. */
  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  /**
   * Sends the signal (SIGTERM drains) and resolves to how the worker ended. A worker that does not end in time is reported to
   * `stuck` and killed by SIGKILL. A silent one is killed at once.
   */
  async end(signal: EndSignal, stuck: (error: unknown) => void): Promise<string> {
    this.retired = true;
    if (this.served && this.silent) this.kill();
    else this.#tell(signal);
    const seconds = this.#drainSeconds + margin;
    const kill = setTimeout(
      () => {
        stuck(this.#errors.stuck({ pid: this.pid, seconds, signal }));
        this.kill();
      },
      Math.min(seconds * 1000, longest),
    );
    const reason = await this.ended;
    clearTimeout(kill);
    return reason;
  }

  /**
   * Passes a signal to the worker as a message. A terminal or service manager also sends its signal to each process, so a real signal from
   * here would count as the second one. A worker that does not serve yet does not listen to messages and gets the signal itself.
   */
  #tell(signal: EndSignal): void {
    if (this.served) tellWorker(this.#worker, { taproot: 'end', signal });
    // Does not use `worker.kill()`, which closes the channel first, although connections still arrive through it.
    else this.#worker.process.kill(signal);
  }
}
