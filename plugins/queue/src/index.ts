export type { QueueConfig } from './config.ts';
export type {
  Attempt,
  FailedJob,
  HeldJob,
  JobOrigin,
  LaneCounts,
  NewJob,
  QueueEngine,
  QueueEngineFactory,
  TakenJob,
  TakeOptions,
} from './engine.ts';
export { errors } from './errors.ts';
export { type Backoff, type Job, type JobDefinition, job, PermanentError, type Priority } from './job.ts';
export { queue } from './plugin.ts';
export type { DispatchOptions, Queue } from './queue.ts';
export type { JobRun } from './run.ts';
export { queueTables } from './tables.ts';
export type { WorkOptions } from './worker/worker.ts';
