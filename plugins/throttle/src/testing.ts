export { FakeLimiter, fakeLimiter, type LimiterClock } from './fake-limiter.ts';
