import type { Duration } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { describeValue, seconds } from '@taproot/core/plugin';
import type { CacheFigures, CacheRuntime } from './cache-runtime.ts';
import { type Change, Changes, sum } from './changes.ts';
import { errors } from './errors.ts';
import type { CacheKey, CacheValue, Stored } from './keys.ts';
import { Makers } from './makers.ts';
import type { Keeping } from './stores/bento.ts';
import { type CacheUse, cacheUses } from './traced-cache.ts';

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

/** Milliseconds for which a caller waits for the maker of `flexible()`. With 0, bentocache would not tell of makers that fail. */
const atOnce = 1;

/** The facade `Cache`: values with an end. */
export class Cache {
  readonly #runtime: CacheRuntime;
  readonly #times = new Map<Duration, number>();
  readonly #makers: Makers;
  readonly #changes: Changes;

  /** Made by the plugin. */
  constructor(runtime: CacheRuntime) {
    this.#runtime = runtime;
    this.#makers = new Makers(runtime);
    this.#changes = new Changes(runtime);
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
    // A cast: the key says the type of what is stored.
    return this.#remember(key, this.#keeping(key, ttl, options), make, options) as Promise<
      CacheValue<Key, Stored<Value>>
    >;
  }

  /**
   * Like `remember()`, for a value that is fresh for the first time and may serve until it is as old as the second. From then on callers wait.
   * In between, they get it at once, and one maker of all runs in the background.
   * @throws E_CACHE_TTL also if the second time is not above the first.
   * @example const stats = await facades.Cache().flexible('stats', ['1m', '1h'], () => countAll(db));
   */
  flexible<Key extends CacheKey, Value>(
    key: Key,
    [fresh, stale]: readonly [fresh: Duration, stale: Duration],
    make: Maker<Value & CacheValue<Key, unknown>>,
    options: Omit<RememberOptions, 'grace'> = {},
  ): Promise<CacheValue<Key, Stored<Value>>> {
    const grace = this.#time(stale) - this.#time(fresh);
    if (!(grace > 0)) throw errors.E_CACHE_TTL({ value: `[${describeValue(fresh)}, ${describeValue(stale)}]` });
    const keeping = { ...this.#keeping(key, fresh, { ...options, grace }), wait: atOnce };
    return this.#remember(key, keeping, make, options) as Promise<CacheValue<Key, Stored<Value>>>;
  }

  /** Like `remember()`, for a value that lives until `forget()`, `forgetTags()` or `flush()`, or until the store needs its place. */
  rememberForever<Key extends CacheKey, Value>(
    key: Key,
    make: Maker<Value & CacheValue<Key, unknown>>,
    options: RememberOptions = {},
  ): Promise<CacheValue<Key, Stored<Value>>> {
    return this.#remember(key, this.#keeping(key, null, options), make, options) as Promise<
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

  /**
   * The value of a key, which is then removed; undefined if there is none. One caller of all gets it.
   * @throws E_CACHE_KEY; E_CACHE_UNSURE while the store is down; E_LOCK_TAKEN, E_LOCK_LOST.
   */
  async pull<Key extends CacheKey>(key: Key): Promise<CacheValue<Key, unknown> | undefined> {
    checkKey(key);
    const value = await this.#change(key, (before) => (before === undefined ? undefined : 'forget'));
    return value as CacheValue<Key, unknown> | undefined;
  }

  /**
   * Keeps a value if there is none, for a time; `cache.ttl` by default. Resolves to whether it was kept: of several callers, one gets true.
   * @throws E_CACHE_KEY, E_CACHE_TTL, E_DURATION_INVALID, E_CACHE_VALUE; E_CACHE_UNSURE while the store is down; E_LOCK_TAKEN, E_LOCK_LOST.
   */
  async add<Key extends CacheKey>(
    key: Key,
    value: CacheValue<Key, unknown>,
    ttl: Duration = this.#runtime.app.config.cache.ttl,
    options: PutOptions = {},
  ): Promise<boolean> {
    const change = { keep: asJson(key, value ?? null), keeping: this.#keeping(key, ttl, options) };
    const before = await this.#change(key, (kept) => (kept === undefined ? change : undefined));
    return before === undefined;
  }

  /**
   * Adds to a number, which is 0 if there is none, and resolves to the sum. No call is lost, of all processes. Each call begins the time of
   * the value anew; `cache.ttl` by default.
   * @throws E_CACHE_NUMBER if the value is not a number; errors of `add()`.
   */
  async increment(
    key: CacheKey,
    amount = 1,
    ttl: Duration = this.#runtime.app.config.cache.ttl,
    options: PutOptions = {},
  ): Promise<number> {
    const keeping = this.#keeping(key, ttl, options);
    let total = 0;
    await this.#change(key, (before) => {
      total = sum(key, before, amount);
      return { keep: total, keeping };
    });
    return total;
  }

  /** Subtracts from a number; else like `increment()`. */
  decrement(key: CacheKey, amount = 1, ttl?: Duration, options?: PutOptions): Promise<number> {
    return this.increment(key, -amount, ttl, options);
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

  #change(key: string, change: Change): Promise<unknown> {
    return this.#use('change', () => this.#changes.change(key, change));
  }

  #remember(key: string, keeping: Keeping, make: Maker<unknown>, { missing }: RememberOptions): Promise<unknown> {
    const { bento, figures, isShared } = this.#runtime;
    return this.#use('remember', async (facts) => {
      // A look into the memory takes three quarters of the time of bentocache's way to a maker.
      let value = isShared ? undefined : await bento.get(key);
      if (value === undefined) {
        const missingTime = missing === undefined ? null : this.#time(missing) * 1000;
        const flown = await this.#makers.valueOf(key, keeping, async (making) => {
          const made = await make();
          if (made === undefined) return making.skip();
          if (made === null && missingTime !== null) making.live(missingTime);
          return asJson(key, made);
        });
        ({ value, made: facts.made } = flown);
      }
      facts.hit = !facts.made;
      if (facts.hit) figures.hits++;
      return value;
    });
  }

  #use<Result>(operation: Operation, work: (facts: CacheUse) => Result): Result {
    const facts: CacheUse = { operation, store: this.#runtime.app.config.cache.store, hit: null, made: false };
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

type Operation = CacheUse['operation'];

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
    throw errors.E_CACHE_VALUE({ key, reason: reasonOf(cause) }, { cause });
  }
};
