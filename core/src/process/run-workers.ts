import cluster from 'node:cluster';
import { workerLife } from './worker-life.ts';
import { WorkerPool } from './worker-pool.ts';

/** What the processes do. */
export interface WorkersInit {
  /** Called in the primary, before it forks. */
  readonly primary?: (() => void) | undefined;
  /** What a worker does, living as that says. */
  readonly work: (life: typeof workerLife) => Promise<void>;
}

/** Runs `main.ts` in so many workers of a Node cluster; resolves, in the primary, once all of them serve. */
export const runWorkers = async (count: number, { primary, work }: WorkersInit): Promise<void> => {
  if (cluster.isWorker) return work(workerLife);
  primary?.();
  const pool = new WorkerPool(count);
  pool.watch();
  await pool.start();
};
