import { setTimeout as wait } from 'node:timers/promises';

/** The time of a scheduler. A test puts another one in its place. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after this many milliseconds, or when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The time of this computer. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
};
