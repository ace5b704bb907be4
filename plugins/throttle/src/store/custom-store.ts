import type { Application } from '@taproot/core';
import type { CustomStore, StoreLimiter, ThrottleSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { answerWithin } from './answer-within.ts';
import type { Counter } from './counter.ts';
import { FlexibleCounter } from './flexible-counter.ts';
import type { FallibleStore } from './insured-store.ts';

/** A store that a plugin registers with `facades.RateLimiter().extend()`. */
export interface LimiterStore {
  /** Makes the limiter of one limit. */
  readonly limiter: CustomStore;
  /** Called before the server opens. If it rejects, `throttle.fail` decides about requests until the store answers. */
  open?(): Promise<void>;
  /** Called when the application closes, even if it never opened, such as in a console command. */
  close?(): Promise<void>;
}

/** Makes a store for the application that names it in `throttle.store`. */
export type LimiterStoreFactory = (parts: {
  readonly app: Application;
  readonly config: ThrottleSettings;
}) => LimiterStore;

/** Counts with limiters of a plugin or the application. */
export const customStore = (name: string, store: LimiterStore, timeout: number): FallibleStore => ({
  counter: (points, seconds): Counter => {
    const limiter = madeWithin(name, async () => store.limiter({ points, seconds }), timeout);
    return new FlexibleCounter({ store: name, timeout, points, limiter });
  },
  open: async (health) => {
    try {
      await store.open?.();
    } catch (error) {
      health.failed(error);
    }
  },
  close: async () => store.close?.(),
});

/** Waits for a limiter at most as long as for an answer. If the limiter is ready later, the next request uses it. */
const madeWithin = (
  store: string,
  make: () => Promise<StoreLimiter>,
  seconds: number,
): (() => Promise<StoreLimiter>) => {
  let making: Promise<StoreLimiter> | null = null;
  const late = () => errors.E_THROTTLE_STORE_LATE({ store, seconds });
  const begin = (): Promise<StoreLimiter> =>
    make().catch((error: unknown) => {
      making = null;
      throw error;
    });
  return () => answerWithin((making ??= begin()), seconds, late);
};
