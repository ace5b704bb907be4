export type { RateLimitTable, ThrottleDatabaseConfig } from './config.ts';
export { throttleDatabase } from './plugin.ts';
