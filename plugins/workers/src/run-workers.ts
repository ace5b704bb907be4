import cluster from 'node:cluster';
import { joinPool, type MakeWorkerLife } from './worker-life.ts';
import { type WorkerOutput, WorkerPool } from './worker-pool.ts';
import type { WorkerErrors } from './worker-process.ts';

/** The work of the processes. */
export interface RunWorkers {
  /** Called in the primary, before it forks. */
  readonly primary?: (() => void) | undefined;
  /** Makes the output of the primary. */
  readonly output: () => WorkerOutput;
  /** Makes the errors that the primary writes. */
  readonly errors: WorkerErrors;
  /** Seconds after which a silent worker is replaced; null replaces none. */
  readonly silentSeconds: number | null;
  /** Seconds that the code of `boot()` may take. A worker that does not serve yet may be silent for as long. */
  readonly bootSeconds: number;
  /** Runs in each worker. */
  readonly work: (life: MakeWorkerLife) => Promise<void>;
}

/**
 * Runs `main.ts` in that number of workers of a Node cluster. In the primary it resolves when all of them serve. A worker that dies is
 * replaced, and so is one that does not answer. SIGHUP replaces all workers, one by one. SIGTERM and SIGINT drain them and end the process.
 */
export const runWorkers = async (count: number, options: RunWorkers): Promise<void> => {
  if (cluster.isWorker) return options.work(joinPool());
  options.primary?.();
  const pool = new WorkerPool(count, { ...options, output: options.output() });
  pool.watch();
  await pool.start();
};
