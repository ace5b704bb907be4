export type { LimiterConfig, RedisClient } from './config.ts';
export { errors } from './errors.ts';
export { type Limit, type LimitKey, limit } from './limit.ts';
export type { LimitCallback, LimiterName, Limiters, LimitsCallback, ThrottleName } from './limiter-registry.ts';
export { nameKey } from './name-key.ts';
export { throttle } from './plugin.ts';
export type { RateLimiter } from './rate-limiter.ts';
export { countForWorkers } from './store/count-for-workers.ts';
export type { StoreStatus } from './store/counter.ts';
export type {
  CustomStore,
  LimiterStore,
  LimiterStoreFactory,
  StoreLimiter,
  StoreStanding,
} from './store/custom-store.ts';
export { MemoryLimiter } from './store/memory-limiter.ts';
export { WindowTable, type WindowTableOptions } from './store/window-table.ts';
export type { Charge } from './take-points.ts';
export type { ThrottleHooks } from './throttle-hooks.ts';
