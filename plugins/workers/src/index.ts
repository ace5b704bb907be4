export { type RunWorkers, runWorkers } from './run-workers.ts';
export type { WorkerLife } from './worker-life.ts';
export type { WorkerOutput } from './worker-pool.ts';
export type { WorkerErrors } from './worker-process.ts';
