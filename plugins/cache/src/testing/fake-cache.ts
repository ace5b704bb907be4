import { isDeepStrictEqual } from 'node:util';
import type { Application } from '@taproot/core';
import { cacheOf } from '../cache-runtime.ts';
import { errors } from '../errors.ts';

/** Keeps values, locks and idempotency keys of an application in the memory of a test, and asserts about values. */
export class FakeCache {
  readonly #app: Application;
  readonly #restore: () => void;

  /** Made by `fakeCache()`. */
  constructor(app: Application) {
    this.#app = app;
    this.#restore = cacheOf(app).fake();
  }

  /** There is a value of this key; equal to `value` if it is given. @throws E_CACHE_ASSERTION */
  async assertHas(key: string, ...[value]: [value?: unknown]): Promise<void> {
    const found = await this.#value(key);
    this.#expect(found !== undefined, `The cache has no value of "${key}".`);
    const isEqual = value === undefined || isDeepStrictEqual(found, value);
    this.#expect(isEqual, `The value of "${key}" is ${JSON.stringify(found)}, not ${JSON.stringify(value)}.`);
  }

  /** There is no value of this key. @throws E_CACHE_ASSERTION */
  async assertMissing(key: string): Promise<void> {
    this.#expect((await this.#value(key)) === undefined, `The cache has a value of "${key}".`);
  }

  /** Makers of `remember()` have run this many times since the application was made. @throws E_CACHE_ASSERTION */
  assertMade(times: number): void {
    const { made } = cacheOf(this.#app).figures;
    this.#expect(made === times, `Makers have run ${made} times, not ${times}.`);
  }

  /** This lock is free. @throws E_CACHE_ASSERTION */
  async assertFree(lock: string): Promise<void> {
    const lease = await cacheOf(this.#app).locks.acquire(lock);
    this.#expect(lease !== null, `The lock "${lock}" is taken.`);
    await lease?.release();
  }

  /** Removes all values. */
  clear(): Promise<void> {
    return cacheOf(this.#app).bento.clear();
  }

  /** The store of the configuration is used again. */
  restore(): void {
    this.#restore();
  }

  #value(key: string): Promise<unknown> {
    return cacheOf(this.#app).bento.get(key);
  }

  #expect(holds: boolean, message: string): void {
    if (!holds) throw errors.E_CACHE_ASSERTION({ message });
  }
}

/**
 * Puts the cache of an application into the memory of a test: values, locks and idempotency keys begin empty, whatever the configuration
 * says.
 *
 * @example const cache = fakeCache(app); await http(app).get('/stats'); await cache.assertHas('stats', { users: 3 });
 */
export const fakeCache = (app: Application): FakeCache => new FakeCache(app);
