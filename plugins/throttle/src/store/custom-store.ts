import type { RateLimiterLike } from 'rate-limiter-flexible';
import { errors } from '../errors.ts';
import { answerWithin } from './answer-within.ts';
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
  counter: (points, seconds): Counter => {
    const limiter = madeWithin(async () => make({ points, seconds }), timeout);
    return new FlexibleCounter({ store: 'custom', timeout, points, limiter });
  },
  open: async () => undefined,
  close: async () => undefined,
});

/** A limiter is waited for no longer than an answer; what comes later is there for the next who asks. */
const madeWithin = (make: () => Promise<RateLimiterLike>, seconds: number): (() => Promise<RateLimiterLike>) => {
  let making: Promise<RateLimiterLike> | null = null;
  const late = () => errors.E_LIMITER_STORE_LATE({ store: 'custom', seconds });
  const begin = (): Promise<RateLimiterLike> =>
    make().catch((error: unknown) => {
      making = null;
      throw error;
    });
  return () => answerWithin((making ??= begin()), seconds, late);
};
