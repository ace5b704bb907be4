import cluster from 'node:cluster';
import { workerLife } from './worker-life.ts';
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
  /** Runs in each worker. */
  readonly work: (life: typeof workerLife) => Promise<void>;
}

/**
 * Runs `main.ts` in that number of workers of a Node cluster. In the primary it resolves when all of them serve. A worker that dies is
 * replaced. SIGHUP replaces all workers, one by one. SIGTERM and SIGINT drain them and end the process.
 */
export const runWorkers = async (count: number, { primary, output, errors, work }: RunWorkers): Promise<void> => {
  if (cluster.isWorker) return work(workerLife);
  primary?.();
  const pool = new WorkerPool(count, output(), errors);
  pool.watch();
  await pool.start();
};
