export type { QueueConfig } from './config.ts';
export { errors } from './errors.ts';
export type { Job } from './job.ts';
export { queue } from './plugin.ts';
export type { Queue, WorkOptions } from './queue.ts';
