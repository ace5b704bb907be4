export type { ScheduleConfig } from './config.ts';
export type { CronText, TimeText } from './cron-text.ts';
export type { FailureListener, ScheduledEntry, ScheduledRun, ScheduledWork, Weekday } from './entry.ts';
export { errors } from './errors.ts';
export { schedule } from './plugin.ts';
export type { OnRunEnd, RunOutcome } from './running.ts';
export type { ListedEntry, Schedule, ScheduledJob, ScheduleWorkOptions } from './schedule.ts';
export { scheduleTables } from './tables.ts';
