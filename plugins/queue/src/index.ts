export type { BatchState } from './batches.ts';
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
export {
  type Backoff,
  type GivenPayload,
  type InferPayload,
  type Job,
  type JobDefinition,
  type JobOptions,
  job,
  PermanentError,
  type PlannedJob,
  type Priority,
} from './job.ts';
export type { Dispatcher } from './new-jobs.ts';
export { queue } from './plugin.ts';
export type { BatchOptions, ChainOptions, DispatchContext, DispatchOptions, Queue } from './queue.ts';
export type { JobRun } from './run.ts';
export { queueTables } from './tables.ts';
export type { WorkOptions } from './worker/worker.ts';
