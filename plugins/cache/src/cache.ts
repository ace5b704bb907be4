import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Duration } from '@taproot/core';
import { describeValue, seconds, withDeadline } from '@taproot/core/plugin';
import type { CacheFigures, CacheRuntime } from './cache-runtime.ts';
import { errors } from './errors.ts';
import type { CacheKey, CacheValue, Stored } from './keys.ts';
import type { OwnLease } from './locks/lease.ts';
import { type Keeping, type Making, makerError } from './stores/bento.ts';
import { cacheUses } from './traced-cache.ts';

/** How a value is kept. */
export interface PutOptions {
  /** Names under which `forgetTags()` removes the value. */
  readonly tags?: readonly string[];
  /** Seconds after the end of its life in which the value may still serve, while its maker fails or is slow; `cache.grace` by default. */
  readonly grace?: Duration;
  /** The part of its life by which it ends earlier, at random; `cache.jitter` by default. */
  readonly jitter?: number;
}

/** How `remember()` keeps a value. */
export interface RememberOptions extends PutOptions {
  /** Seconds for which null is kept, so that something that does not exist is not looked for each time; the time of the value by default. */
  readonly missing?: Duration;
}

type Maker<Value> = () => Value | Promise<Value>;

/** Seconds for which another process waits for a maker whose process was killed. */
const makerLease = 10;
/** Milliseconds between two looks at the value that another process makes. */
const pause = 40;

/** The facade `Cache`: values with an end. */
export class Cache {
  readonly #runtime: CacheRuntime;
  readonly #flights = new Map<string, Promise<unknown>>();
  readonly #times = new Map<Duration, number>();

  /** Made by the plugin. */
  constructor(runtime: CacheRuntime) {
    this.#runtime = runtime;
  }

  /**
   * The value of a key. If there is none, `make` makes it, and it is kept for this time. However many callers wait, one maker runs: one of
   * this process, and with the stores `redis` and `database` one of all. Its error goes to all of them, and nothing is kept. `undefined` is
   * not kept either. While the store is down, makers run as if it were empty.
   * @throws E_CACHE_KEY, E_CACHE_TTL, E_DURATION_INVALID, E_CACHE_VALUE for a value that JSON cannot hold, and errors of `make`.
   * @example const stats = await facades.Cache().remember('stats', '5m', () => countAll(db), { grace: '1h' });
   */
  remember<Key extends CacheKey, Value>(
    key: Key,
    ttl: Duration,
    make: Maker<Value & CacheValue<Key, unknown>>,
    options: RememberOptions = {},
  ): Promise<CacheValue<Key, Stored<Value>>> {
    const keeping = this.#keeping(key, ttl, options);
    // A cast: the key says the type of what is stored.
    return this.#once(key, () => this.#remember(key, keeping, make, options)) as Promise<
      CacheValue<Key, Stored<Value>>
    >;
  }

  /** Like `remember()`, for a value that lives until `forget()`, `forgetTags()` or `flush()`, or until the store needs its place. */
  rememberForever<Key extends CacheKey, Value>(
    key: Key,
    make: Maker<Value & CacheValue<Key, unknown>>,
    options: RememberOptions = {},
  ): Promise<CacheValue<Key, Stored<Value>>> {
    const keeping = this.#keeping(key, null, options);
    return this.#once(key, () => this.#remember(key, keeping, make, options)) as Promise<
      CacheValue<Key, Stored<Value>>
    >;
  }

  /**
   * The value of a key; undefined if there is none, and while the store is down.
   * @throws E_CACHE_KEY
   */
  async get<Key extends CacheKey>(key: Key): Promise<CacheValue<Key, unknown> | undefined> {
    checkKey(key);
    return (await this.#look(key)) as CacheValue<Key, unknown> | undefined;
  }

  /** Whether there is a value, also if it is null. @throws E_CACHE_KEY */
  async has(key: CacheKey): Promise<boolean> {
    return (await this.get(key)) !== undefined;
  }

  /** Whether there is no value. @throws E_CACHE_KEY */
  async missing(key: CacheKey): Promise<boolean> {
    return !(await this.has(key));
  }

  /** The value of a key, which is then removed. Two callers may get the same value. @throws E_CACHE_KEY */
  async pull<Key extends CacheKey>(key: Key): Promise<CacheValue<Key, unknown> | undefined> {
    const value = await this.get(key);
    await this.forget(key);
    return value;
  }

  /**
   * Keeps a value for a time; `cache.ttl` by default. While the store is down, nothing is kept.
   * @throws E_CACHE_KEY, E_CACHE_TTL, E_DURATION_INVALID, E_CACHE_VALUE.
   */
  async put<Key extends CacheKey>(
    key: Key,
    value: CacheValue<Key, unknown>,
    ttl: Duration = this.#runtime.app.config.cache.ttl,
    options: PutOptions = {},
  ): Promise<void> {
    const keeping = this.#keeping(key, ttl, options);
    await this.#use('put', () => this.#runtime.bento.set(key, asJson(key, value ?? null), keeping));
  }

  /** Keeps a value until it is removed, or until the store needs its place. @throws E_CACHE_KEY, E_CACHE_VALUE */
  async forever<Key extends CacheKey>(
    key: Key,
    value: CacheValue<Key, unknown>,
    options: PutOptions = {},
  ): Promise<void> {
    const keeping = this.#keeping(key, null, options);
    await this.#use('put', () => this.#runtime.bento.set(key, asJson(key, value ?? null), keeping));
  }

  /** Removes values. @throws E_CACHE_KEY */
  async forget(...keys: readonly CacheKey[]): Promise<void> {
    for (const key of keys) checkKey(key);
    if (keys.length > 0) await this.#use('forget', () => this.#runtime.bento.delete(keys));
  }

  /** Removes all values that have one of these tags. @throws E_CACHE_KEY for a wrong tag. */
  async forgetTags(...tags: readonly string[]): Promise<void> {
    for (const tag of tags) checkKey(tag);
    if (tags.length > 0) await this.#use('forget', () => this.#runtime.bento.deleteTags(tags));
  }

  /** Removes all values. Locks and idempotency keys stay. */
  async flush(): Promise<void> {
    await this.#use('flush', () => this.#runtime.bento.clear());
  }

  /** Counts of this process since its start, for a page or for metrics. */
  figures(): Readonly<CacheFigures> {
    return { ...this.#runtime.figures };
  }

  #look(key: string): Promise<unknown> {
    const { bento, figures } = this.#runtime;
    return this.#use('get', async (facts) => {
      const value = await bento.get(key);
      facts.hit = value !== undefined;
      if (facts.hit) figures.hits++;
      else figures.misses++;
      return value;
    });
  }

  /** All callers of a key share what runs, its error too: a source that fails is not asked by each of them in turn. */
  #once(key: string, work: () => Promise<unknown>): Promise<unknown> {
    const running = this.#flights.get(key);
    if (running !== undefined) return running;
    const flight = work().finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  #remember(key: string, keeping: Keeping, make: Maker<unknown>, { missing }: RememberOptions): Promise<unknown> {
    const missingTime = missing === undefined ? null : this.#time(missing) * 1000;
    return this.#use('remember', async (facts) => {
      const value = await this.#getOrMake(key, keeping, async (making) => {
        facts.made = true;
        const made = await make();
        if (made === undefined) return making.skip();
        if (made === null && missingTime !== null) making.live(missingTime);
        return asJson(key, made);
      });
      facts.hit = !facts.made;
      if (facts.hit) this.#runtime.figures.hits++;
      return value;
    });
  }

  async #getOrMake(key: string, keeping: Keeping, make: (making: Making) => Promise<unknown>): Promise<unknown> {
    const { bento } = this.#runtime;
    for (;;) {
      const turn: Turn = { lease: null, isOthers: false, isMade: false, making: null };
      try {
        const value = await bento.getOrSet(key, keeping, (making) => {
          turn.making = this.#make(key, make, making, turn);
          return turn.making;
        });
        if (!turn.isOthers && !turn.isMade) return value;
      } catch (error) {
        throw makerError(error);
      } finally {
        // After the value is stored. A maker that goes on in the background gives the lock back when it has ended.
        void turn.making?.finally(() => turn.lease?.release()).catch(() => undefined);
      }
      if (turn.isOthers) await wait(pause * (0.5 + Math.random()));
    }
  }

  async #make(key: string, make: (making: Making) => Promise<unknown>, making: Making, turn: Turn): Promise<unknown> {
    const { bento, figures, isShared, report } = this.#runtime;
    if (isShared) {
      const lease = await this.#turnOf(key);
      if (lease === 'taken') {
        // bentocache then takes the value in its grace.
        if (making.hasGraced) throw new Error('Another process makes the value.');
        turn.isOthers = true;
        return making.skip();
      }
      turn.lease = lease;
      // Another process may have made it between the look at the store and the lock.
      turn.isMade = (await bento.get(key)) !== undefined;
      if (turn.isMade) return making.skip();
    }
    try {
      figures.made++;
      return await make(making);
    } catch (cause) {
      if (making.hasGraced) {
        figures.stale++;
        report(
          errors.E_CACHE_STALE({ key, reason: cause instanceof Error ? cause.message : String(cause) }, { cause }),
        );
      }
      throw cause;
    }
  }

  /** The turn to make a value; null if that cannot be found out: making it twice is better than not at all. */
  async #turnOf(key: string): Promise<OwnLease | 'taken' | null> {
    const name = `make:${createHash('sha256').update(key).digest('base64url')}`;
    const { app, isDown, locks } = this.#runtime;
    if (isDown) return null;
    const limit = app.config.cache.store_timeout;
    const taking = locks.take(name, { lease: makerLease });
    try {
      return (await withDeadline(taking, limit, () => errors.E_CACHE_LATE({ seconds: limit }))) ?? 'taken';
    } catch {
      // Gives it back if it comes too late.
      void taking.then((lease) => lease?.release()).catch(() => undefined);
      return null;
    }
  }

  #use<Result>(operation: Operation, work: (facts: Facts) => Result): Result {
    const facts: Facts = { operation, store: this.#runtime.app.config.cache.store, hit: null, made: false };
    return cacheUses.channel.hasSubscribers ? cacheUses.run(this.#runtime.app, facts, work) : work(facts);
  }

  #keeping(key: string, ttl: Duration | null, { tags = [], grace, jitter }: PutOptions): Keeping {
    const { cache } = this.#runtime.app.config;
    checkKey(key);
    for (const tag of tags) checkKey(tag);
    const time = ttl === null ? null : this.#time(ttl);
    if (time !== null && !(time > 0 && time < Number.POSITIVE_INFINITY))
      throw errors.E_CACHE_TTL({ value: describeValue(ttl) });
    const early = 1 - (jitter ?? cache.jitter) * Math.random();
    return {
      ttl: time === null ? null : Math.max(1, time * 1000 * early),
      grace: (grace === undefined ? cache.grace : this.#time(grace)) * 1000,
      tags,
    };
  }

  /** Seconds; each text is read once. */
  #time(duration: Duration): number {
    if (typeof duration === 'number') return duration;
    const known = this.#times.get(duration);
    if (known !== undefined) return known;
    const time = seconds(duration, 'The time of a cached value');
    if (this.#times.size < 1000) this.#times.set(duration, time);
    return time;
  }
}

interface Turn {
  lease: OwnLease | null;
  /** Whether another process makes the value. */
  isOthers: boolean;
  /** Whether another process made it just now. */
  isMade: boolean;
  making: Promise<unknown> | null;
}

type Operation = 'get' | 'put' | 'remember' | 'forget' | 'flush';
type Facts = Parameters<Parameters<typeof cacheUses.run>[2]>[0];

const control = /\p{Cc}/u;

const checkKey = (key: unknown): void => {
  if (typeof key !== 'string' || key === '' || key.length > 200 || control.test(key))
    throw errors.E_CACHE_KEY({ value: describeValue(key) });
};

/** The value as it is read back, so that the maker's caller gets what all later ones get. */
const asJson = (key: string, value: unknown): unknown => {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch (cause) {
    throw errors.E_CACHE_VALUE({ key, reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
  }
};
