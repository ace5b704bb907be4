import { errors } from '../errors.ts';
import { explain } from './run.ts';
import { WorkerProcess } from './worker-process.ts';

/** Milliseconds between the deaths of workers that never served; doubled from the first to the second. */
const pauses = { shortest: 100, longest: 5000 };

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const complain = (error: unknown): void => void process.stderr.write(`${explain(error)}\n`);

/**
 * The workers of one application, in their primary. One that dies is replaced. SIGHUP replaces all of them, each once its
 * successor serves; SIGTERM and SIGINT drain them, and end this process when they have.
 */
export class WorkerPool {
  readonly #size: number;
  readonly #workers = new Set<WorkerProcess>();
  #pause = 0;
  #stopping = false;
  /** Whether workers are being started or replaced. */
  #busy = false;
  #reloadAgain = false;

  constructor(size: number) {
    this.#size = size;
  }

  /** Listens to the signals of this process. */
  watch(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#onEnd(signal));
    process.on('SIGHUP', () => this.reload());
  }

  /** Starts all workers; resolves once they serve. One that cannot ends the others, and rejects. */
  async start(): Promise<void> {
    this.#busy = true;
    try {
      await Promise.all(Array.from({ length: this.#size }, () => this.#add()));
    } catch (error) {
      // Told to end meanwhile, they ended by that.
      if (this.#stopping) return;
      await this.#end('SIGTERM');
      throw error;
    }
    say(`${this.#size} workers serve; SIGHUP to ${process.pid} replaces them.`);
    this.#rest();
  }

  /** Replaces every worker, one after another; asked while they are started or replaced, does so after that. */
  reload(): void {
    if (this.#busy) this.#reloadAgain = true;
    else if (!this.#stopping) {
      this.#busy = true;
      void this.#replaceAll()
        .catch((error: unknown) => this.#complain(error))
        .finally(() => this.#rest());
    }
  }

  #rest(): void {
    this.#busy = false;
    if (!this.#reloadAgain) return;
    this.#reloadAgain = false;
    this.reload();
  }

  async #replaceAll(): Promise<void> {
    const before = [...this.#workers];
    for (const old of before) {
      if (this.#stopping) return;
      // It died meanwhile, and what took its place is new.
      if (!this.#workers.has(old)) continue;
      await this.#add();
      await old.end('SIGTERM');
    }
    say(`${this.#size} workers were replaced.`);
  }

  async #add(): Promise<void> {
    const worker = new WorkerProcess();
    this.#workers.add(worker);
    void worker.ended.then((reason) => this.#onEnded(worker, reason));
    await worker.ready;
    this.#pause = 0;
  }

  /** Only one that served, and was not told to end, is missed. */
  #onEnded(worker: WorkerProcess, reason: string): void {
    this.#workers.delete(worker);
    if (worker.retired || !worker.served) return;
    this.#replaceLost(worker.pid, reason);
  }

  #replaceLost(pid: string, reason: string): void {
    if (this.#stopping) return;
    const pause = this.#pause;
    this.#pause = Math.min(pauses.longest, Math.max(pauses.shortest, pause * 2));
    complain(errors.E_WORKER_LOST({ pid, reason, milliseconds: pause }));
    setTimeout(() => {
      if (this.#stopping) return;
      this.#add().catch((error: unknown) => {
        this.#complain(error);
        this.#replaceLost(pid, reason);
      });
    }, pause);
  }

  readonly #onEnd = (signal: NodeJS.Signals): void => {
    // The workers decide what a second one means; of a terminal's Ctrl-C they know as we do.
    void this.#end(signal).then((failed) => process.exit(failed ? 1 : 0));
  };

  /** Tells a failure, unless workers end because they were told to. */
  #complain(error: unknown): void {
    if (!this.#stopping) complain(error);
  }

  /** Ends all workers; resolves to whether any of them failed in that. */
  async #end(signal: NodeJS.Signals): Promise<boolean> {
    const first = !this.#stopping;
    this.#stopping = true;
    const ends = [...this.#workers].map(async (worker) => {
      // One that drains for a reload was told already: a second signal would cut short what it answers.
      const reason = await (first && worker.retired ? worker.ended : worker.end(signal));
      // One that does not serve yet does not listen to signals either: it just ends by them.
      return reason === 'code 0' || (!worker.served && reason === signal);
    });
    return (await Promise.all(ends)).includes(false);
  }
}
