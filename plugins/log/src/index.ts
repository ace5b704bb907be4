export type { Level, LogConfig } from './config.ts';
export { errors } from './errors.ts';
export type { LineLevel, Log, Said } from './log.ts';
export { type LogOptions, log } from './plugin.ts';
