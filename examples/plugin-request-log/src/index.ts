export type { LogConfig } from './config.ts';
export { requestLog } from './plugin.ts';
export { type LogFields, RequestLog } from './request-log.ts';
