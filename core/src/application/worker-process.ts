import cluster, { type Worker } from 'node:cluster';
import { errors } from '../errors.ts';

/** What worker and primary tell each other. */
type Word = 'taproot:ready' | 'taproot:leaving' | 'taproot:left' | 'taproot:gone';

const tell = (word: Word, told?: () => void): void => void process.send?.(word, undefined, undefined, () => told?.());

/** What a worker tells its primary. */
export const workerLife = {
  /** Called once it serves. */
  opened: (): void => tell('taproot:ready'),
  /**
   * Called once it has drained, before it ends. Connections that the primary had sent to it by then are on their way
   * still; they come before the primary's answer, and go back to be served by another. Node forgets them otherwise, and
   * their clients would wait for ever.
   */
  closed: (): Promise<void> =>
    new Promise((resolve) => {
      if (!process.connected) return resolve();
      process.once('disconnect', resolve);
      process.on('message', (word) => {
        if (word === ('taproot:left' satisfies Word)) tell('taproot:gone', resolve);
      });
      tell('taproot:leaving');
    }),
};

const reasonOf = (code: number | null, signal: string | null): string => signal ?? `code ${code}`;

/** One worker, as the primary sees it. */
export class WorkerProcess {
  /** Resolves once it serves; rejects with `E_WORKER_START` when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves to how it ended: a signal, `code 1`, or why there never was a process. */
  readonly ended: Promise<string>;
  /** Whether it ever did. */
  served = false;
  /** Whether it was told to end. */
  retired = false;
  readonly #worker: Worker;

  constructor() {
    const worker = cluster.fork();
    this.#worker = worker;
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) => resolve(reasonOf(code, signal)));
      // Where the system makes no process, there is none to exit. Other errors are of its channel, and its end follows.
      worker.on('error', ({ message }) => {
        if (worker.process.pid === undefined) resolve(message);
      });
    });
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (message) => {
        if (message === ('taproot:leaving' satisfies Word)) worker.send('taproot:left' satisfies Word, () => undefined);
        if (message !== ('taproot:ready' satisfies Word)) return;
        this.served = true;
        resolve();
      });
      void this.ended.then((reason) => reject(errors.E_WORKER_START({ reason })));
    });
    // Whoever waits for it is told; where nobody does any more, it is no fault of its own.
    this.ready.catch(() => undefined);
  }

  get pid(): string {
    return String(this.#worker.process.pid);
  }

  /** Has it end as that signal ends a process by itself: SIGTERM drains. Resolves once it has. */
  end(signal: NodeJS.Signals): Promise<string> {
    this.retired = true;
    // Not `worker.kill()`, which cuts its channel first: through it come the connections that are still to be served.
    this.#worker.process.kill(signal);
    return this.ended;
  }
}
