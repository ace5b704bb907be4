import { type EndSignal, endSignals } from './protocol.ts';
import { patience, type WorkerErrors, WorkerProcess } from './worker-process.ts';

/** The output of a primary. */
export interface WorkerOutput {
  /** A worker writes its log as JSON, so the primary should, too. */
  readonly useJson: () => void;
  /** Writes a message. */
  readonly say: (message: string) => void;
  /** Writes an error. */
  readonly complain: (error: unknown) => void;
}

/** How a pool watches its workers. */
export interface PoolOptions {
  readonly output: WorkerOutput;
  readonly errors: WorkerErrors;
  /** Seconds after which a silent worker is replaced; null replaces none. */
  readonly silentSeconds: number | null;
  /** The number of seconds that a worker may be silent before it serves. */
  readonly bootSeconds: number;
}

/** Milliseconds to wait before a worker is replaced again, if its successor dies before it has served for a while. */
const pauses = { shortest: 100, longest: 5000 };

const longer = (pause: number): number => Math.min(pauses.longest, Math.max(pauses.shortest, pause * 2));

/** A lost worker, and how long to wait before it is replaced. */
interface Loss {
  readonly pid: string;
  readonly reason: string;
  /** The wait in milliseconds, if other workers serve or start. */
  readonly pause: number;
}

// Node fires a timer beyond 2^31 - 1 ms at once.
const longestInterval = 2 ** 31 - 1;

/**
 * The workers of one application, in their primary. A worker that dies is replaced, and so is one that does not answer. SIGHUP replaces
 * all workers, each after its successor serves. SIGTERM and SIGINT drain them, and then end this process.
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
  /** How many workers died, or were killed because they were silent. */
  #lost = 0;
  readonly #silentSeconds: number | null;
  readonly #bootSeconds: number;
  readonly #replacing = new Set<WorkerProcess>();

  constructor(size: number, { output, errors, silentSeconds, bootSeconds }: PoolOptions) {
    this.#size = size;
    this.#log = output;
    this.#errors = errors;
    this.#silentSeconds = silentSeconds;
    this.#bootSeconds = bootSeconds;
  }

  /** Listens to the signals of this process, and to signs of life of its workers. */
  watch(): void {
    for (const signal of endSignals) process.on(signal, () => this.#onEnd(signal));
    process.on('SIGHUP', () => this.reload());
    if (process.platform !== 'win32') process.on('SIGUSR2', () => this.reopen());
    if (this.#silentSeconds === null) return;
    const interval = Math.min((this.#silentSeconds * 1000) / patience, longestInterval);
    // Counts questions and not seconds, so that a machine that slept replaces no worker.
    setInterval(() => this.#askAll(), interval).unref();
  }

  /** Makes all workers open their log files again. */
  reopen(): void {
    for (const worker of this.#workers) worker.reopen();
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
    if (this.#busy) {
      if (!this.#reloadAgain) this.#log.say('Workers are being started already. They will be replaced after that.');
      this.#reloadAgain = true;
    } else if (!this.#stopping) {
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

  #askAll(): void {
    const serving = [...this.#workers].filter(({ served, retired }) => served && !retired).length;
    for (const worker of this.#workers) {
      if (worker.retired) continue;
      if (worker.silent && !this.#replacing.has(worker)) void this.#replaceSilent(worker);
      worker.ask(serving, this.#lost);
    }
  }

  async #replaceSilent(worker: WorkerProcess): Promise<void> {
    const { pid, served, lastRequests: requests } = worker;
    const seconds = worker.silentFor(this.#silentSeconds ?? 0);
    // Its start has compiled nothing yet, or compiles a lot.
    if (!served && seconds < this.#bootSeconds) return;
    this.#replacing.add(worker);
    void worker.ended.then(() => this.#replacing.delete(worker));
    this.#log.complain(this.#errors.silent({ pid, seconds: Math.round(seconds * 10) / 10, requests }));
    // The code that started it gets its end.
    if (!served) return worker.kill();
    try {
      // A reload may be about to end it.
      if (!worker.superseded) {
        await this.#supersede(worker);
        this.#lost++;
      }
    } catch (error) {
      this.#complain(error);
      worker.kill();
    }
    this.#replacing.delete(worker);
  }

  /** The smallest number that no worker has. */
  #freeNumber(): number {
    const taken = new Set([...this.#workers].map(({ number }) => number));
    let number = 1;
    while (taken.has(number)) number++;
    return number;
  }

  #add(pause = 0): WorkerProcess {
    const worker = new WorkerProcess(this.#freeNumber(), pause, this.#errors, this.#log.useJson);
    this.#workers.add(worker);
    void worker.ended.then((reason) => this.#onEnded(worker, reason));
    return worker;
  }

  /** A worker is replaced only if it served and was not asked to end. */
  #onEnded(worker: WorkerProcess, reason: string): void {
    this.#workers.delete(worker);
    if (this.#stopping || worker.retired || !worker.served) return;
    this.#lost++;
    const { pid } = worker;
    if (worker.superseded) this.#log.complain(this.#errors.lost({ pid, reason, milliseconds: 0 }));
    // The last worker is replaced at once, because requests would be refused during a pause.
    else this.#replaceLost({ pid, reason, pause: worker.steady ? 0 : worker.pause }, this.#isLast ? 0 : undefined);
  }

  /** Whether no worker serves or starts. */
  get #isLast(): boolean {
    return [...this.#workers].every(({ retired }) => retired);
  }

  #replaceLost({ pid, reason, pause }: Loss, milliseconds = pause): void {
    this.#log.complain(this.#errors.lost({ pid, reason, milliseconds }));
    setTimeout(() => void this.#replace({ pid, reason, pause: longer(pause) }), milliseconds);
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
