import { type EndSignal, endSignals } from './protocol.ts';
import { type WorkerErrors, WorkerProcess } from './worker-process.ts';

/** The output of a primary. */
export interface WorkerOutput {
  /** A worker writes its log as JSON, so the primary should, too. */
  readonly useJson: () => void;
  /** Writes a message. */
  readonly say: (message: string) => void;
  /** Writes an error. */
  readonly complain: (error: unknown) => void;
}

/** Milliseconds to wait before a worker is replaced again, if its successor dies before it has served for a while. */
const pauses = { shortest: 100, longest: 5000 };

const longer = (pause: number): number => Math.min(pauses.longest, Math.max(pauses.shortest, pause * 2));

/** A lost worker, and how long to wait before it is replaced. */
interface Loss {
  readonly pid: string;
  readonly reason: string;
  /** The wait in milliseconds. */
  readonly pause: number;
}

/**
 * The workers of one application, in their primary. A worker that dies is replaced. SIGHUP replaces all workers, each
 * after its successor serves. SIGTERM and SIGINT drain them, and then end this process.
 */
export class WorkerPool {
  readonly #size: number;
  readonly #workers = new Set<WorkerProcess>();
  readonly #log: WorkerOutput;
  readonly #errors: WorkerErrors;
  #stopping = false;
  /** Whether workers are being started or replaced. */
  #busy = false;
  #reloadAgain = false;

  constructor(size: number, output: WorkerOutput, errors: WorkerErrors) {
    this.#size = size;
    this.#log = output;
    this.#errors = errors;
  }

  /** Listens to the signals of this process. */
  watch(): void {
    for (const signal of endSignals) process.on(signal, () => this.#onEnd(signal));
    process.on('SIGHUP', () => this.reload());
  }

  /** Starts all workers; resolves when they serve. If one cannot start, ends the others and rejects. */
  async start(): Promise<void> {
    this.#busy = true;
    try {
      await Promise.all(Array.from({ length: this.#size }, () => this.#add().ready));
    } catch (error) {
      // If the workers were stopped in the meantime, they have ended already.
      if (this.#stopping) return;
      await this.#end('SIGTERM');
      throw error;
    }
    this.#log.say(`${this.#size} workers serve; SIGHUP to ${process.pid} replaces them.`);
    this.#rest();
  }

  /** Replaces all workers, one after another. If they are just being started or replaced, it waits for that first. */
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
      // The worker died in the meantime, and its successor already runs the new code.
      if (!this.#workers.has(old)) continue;
      await this.#supersede(old);
    }
    this.#log.say(this.#size === 1 ? 'The worker was replaced.' : `${this.#size} workers were replaced.`);
  }

  async #supersede(old: WorkerProcess): Promise<void> {
    // If the old worker dies now, the new one already takes its place.
    old.superseded = true;
    try {
      await this.#add().ready;
    } catch (error) {
      old.superseded = false;
      if (!this.#workers.has(old)) void this.#replace({ pid: old.pid, reason: await old.ended, pause: longer(0) });
      throw error;
    }
    // If the pool was stopped in the meantime, the old worker is already draining; a second signal would kill its open
    // requests.
    if (!old.retired) await old.end('SIGTERM', this.#log.complain);
  }

  #add(pause = 0): WorkerProcess {
    const worker = new WorkerProcess(pause, this.#errors, this.#log.useJson);
    this.#workers.add(worker);
    void worker.ended.then((reason) => this.#onEnded(worker, reason));
    return worker;
  }

  /** A worker is replaced only if it served and was not asked to end. */
  #onEnded(worker: WorkerProcess, reason: string): void {
    this.#workers.delete(worker);
    if (this.#stopping || worker.retired || !worker.served) return;
    const { pid } = worker;
    if (worker.superseded) this.#log.complain(this.#errors.lost({ pid, reason, milliseconds: 0 }));
    else this.#replaceLost({ pid, reason, pause: worker.steady ? 0 : worker.pause });
  }

  #replaceLost(loss: Loss): void {
    const { pid, reason, pause } = loss;
    this.#log.complain(this.#errors.lost({ pid, reason, milliseconds: pause }));
    setTimeout(() => void this.#replace({ pid, reason, pause: longer(pause) }), pause);
  }

  /** Starts a worker in place of a lost one. If the new worker dies early, too, `loss.pause` is the wait before the next one. */
  async #replace(loss: Loss): Promise<void> {
    if (this.#stopping) return;
    let worker: WorkerProcess | null = null;
    try {
      worker = this.#add(loss.pause);
      await worker.ready;
    } catch (error) {
      if (this.#stopping || worker?.retired) return;
      this.#log.complain(error);
      if (!worker?.superseded) this.#replaceLost(loss);
    }
  }

  readonly #onEnd = (signal: EndSignal): void => {
    // The workers decide what a second signal means. Ctrl-C in a terminal also reaches them directly.
    void this.#end(signal).then((failed) => process.exit(failed ? 1 : 0));
  };

  /** Reports a failure, unless workers end because they were asked to. */
  #complain(error: unknown): void {
    if (!this.#stopping) this.#log.complain(error);
  }

  /** Ends all workers; resolves to whether one of them failed to end properly. */
  async #end(signal: EndSignal): Promise<boolean> {
    const first = !this.#stopping;
    this.#stopping = true;
    const ends = [...this.#workers].map(async (worker) => {
      // A worker that drains for a reload already has its signal; a second one would kill its open requests.
      const reason = await (first && worker.retired ? worker.ended : worker.end(signal, this.#log.complain));
      // A worker that does not serve yet does not handle signals, so the signal ends it.
      return reason === 'code 0' || (!worker.served && reason === signal);
    });
    return (await Promise.all(ends)).includes(false);
  }
}
