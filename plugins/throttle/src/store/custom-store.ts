import type { RateLimiterLike } from 'rate-limiter-flexible';
import type { Counter } from './counter.ts';
import { FlexibleCounter } from './flexible-counter.ts';
import type { FallibleStore } from './insured-store.ts';

/** Makes a limiter of rate-limiter-flexible for limits of so many points in so many seconds (its `duration`). */
export type CustomStore = (quota: {
  readonly points: number;
  readonly seconds: number;
}) => RateLimiterLike | Promise<RateLimiterLike>;

/** Counts by limiters that the application makes. */
export const customStore = (make: CustomStore, timeout: number): FallibleStore => ({
  counter: (points, seconds): Counter =>
    new FlexibleCounter({ store: 'custom', timeout, points, limiter: async () => make({ points, seconds }) }),
  open: async () => undefined,
  close: async () => undefined,
});
