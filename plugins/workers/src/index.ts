export { type RunWorkers, runWorkers } from './run-workers.ts';
export type { MakeWorkerLife, WorkerLife } from './worker-life.ts';
export type { WorkerOutput } from './worker-pool.ts';
export type { WorkerErrors } from './worker-process.ts';
