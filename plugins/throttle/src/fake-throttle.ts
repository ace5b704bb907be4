import type { Application } from '@taproot/core';
import { errors } from './errors.ts';
import type { Counter, CounterStore, Standing } from './store/counter.ts';
import { WindowTable } from './store/window-table.ts';
import { throttleOf } from './throttle-runtime.ts';

/** A clock of tests, such as `FakeClock` of `@taproot/testing`. */
export interface ThrottleClock {
  /** Milliseconds. */
  now(): number;
}

const maxKeys = 100_000;

/** The limits of an application in a test: a store that counts, allows or refuses. */
export class FakeThrottle implements CounterStore {
  readonly #clock: ThrottleClock;
  #table: WindowTable;
  #answer: 'count' | 'allow' | 'refuse' = 'count';

  /** Made by `fakeThrottle()`. */
  constructor(clock: ThrottleClock) {
    this.#clock = clock;
    this.#table = this.#newTable();
  }

  /** Lets every request pass without counting it. */
  allow(): void {
    this.#answer = 'allow';
  }

  /** Refuses every request with a limit. */
  refuse(): void {
    this.#answer = 'refuse';
  }

  /** Counts normally again, from zero. */
  count(): void {
    this.#answer = 'count';
    this.#table = this.#newTable();
  }

  /** Called by the plugin. */
  readonly counter = (points: number, seconds: number): Counter => {
    const quota = { points, seconds };
    const standing = (counted: () => Standing): Standing => {
      if (this.#answer === 'count') return this.#shown(counted());
      const allowed = this.#answer === 'allow';
      return { allowed, remaining: allowed ? points : 0, ends: performance.now() + seconds * 1000 };
    };
    return {
      take: (key) => standing(() => this.#table.take(key, quota)),
      read: (key) => standing(() => this.#table.read(key, quota)),
      giveBack: (key) => this.#table.giveBack(key, quota),
      clear: (key) => void this.#table.delete(key),
    };
  };

  /** Called by the plugin. */
  status() {
    return { store: 'fake', degraded: false, since: null };
  }

  /** Called by the plugin. */
  async open(): Promise<void> {}

  /** Called by the plugin. */
  async close(): Promise<void> {}

  #newTable(): WindowTable {
    return new WindowTable({ maxKeys, now: () => this.#clock.now() });
  }

  /** Converts the end of a window to the clock of the headers. */
  #shown({ ends, ...standing }: Standing): Standing {
    return { ...standing, ends: performance.now() + ends - this.#clock.now() };
  }
}

/**
 * Lets a test control limits: windows end by its clock, and all requests can be let through or refused. Works for
 * `middleware.throttle()` and `facades.RateLimiter()` of this application, with any `throttle.store`.
 *
 * @throws E_THROTTLE_FAKE outside of `APP_ENV=testing`.
 * @example
 * const clock = new FakeClock();
 * const limiter = fakeThrottle(app, clock);
 * await clock.advance('1m');
 */
export const fakeThrottle = (app: Application, clock: ThrottleClock = performance): FakeThrottle => {
  const { env } = app.config.app;
  if (env !== 'testing') throw errors.E_THROTTLE_FAKE({ env });
  const fake = new FakeThrottle(clock);
  throttleOf(app).replaceStore(fake);
  return fake;
};
