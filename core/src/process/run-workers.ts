import cluster from 'node:cluster';
import { workerLife } from './worker-life.ts';
import { WorkerPool } from './worker-pool.ts';

/** The work of the processes. */
export interface WorkersInit {
  /** Called in the primary, before it forks. */
  readonly primary?: (() => void) | undefined;
  /** Runs in each worker. */
  readonly work: (life: typeof workerLife) => Promise<void>;
}

/** Runs `main.ts` in that number of workers of a Node cluster. In the primary it resolves once all of them serve. */
export const runWorkers = async (count: number, { primary, work }: WorkersInit): Promise<void> => {
  if (cluster.isWorker) return work(workerLife);
  primary?.();
  const pool = new WorkerPool(count);
  pool.watch();
  await pool.start();
};
