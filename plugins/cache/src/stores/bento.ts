// The only file that imports bentocache.
import { BentoCache, bentostore } from 'bentocache';
import { memoryDriver } from 'bentocache/drivers/memory';
import type { NewsBus } from './redis-bus.ts';
import { keyPrefix, type SharedStore } from './shared-store.ts';

/** How values are kept. Times are milliseconds. */
export interface BentoOptions {
  readonly maxItems: number;
  readonly maxBytes: number;
  /** Where values are beside, or instead of, the memory; null for the memory alone. */
  readonly shared: SharedStore | null;
  /** Tells other processes which keys of their memory have changed; null without a second level. */
  readonly bus: NewsBus | null;
  /** How long a shared store that failed is not asked. */
  readonly retry: number;
  /** How long a caller waits for the maker while there is a value in its grace. */
  readonly graceTimeout: number;
  /** Hears of each value that serves in its grace. */
  readonly served: () => void;
}

/** How one value is kept. Times are milliseconds; null is for ever. */
export interface Keeping {
  readonly ttl: number | null;
  readonly grace: number;
  readonly tags: readonly string[];
  /** How long a caller waits for the maker while there is a value in its grace; that of the cache if it is left out. */
  readonly wait?: number;
}

/** The choices of a maker for its value. */
export interface Making {
  /** Whether there is a value in its grace, which serves if the maker fails. */
  readonly hasGraced: boolean;
  /** Keeps the value for another time. */
  live(ttl: number): void;
  /** A result that is not kept. */
  skip(): undefined;
}

/** Milliseconds for which a value in its grace serves after its maker failed, before the maker is called again. */
const backoff = 5000;

const driverOf = (store: SharedStore) => {
  const one = {
    type: 'l2' as const,
    namespace: () => one,
    get: (key: string) => store.get(`${keyPrefix}:${key}`),
    async pull(key: string) {
      const text = await one.get(key);
      await one.delete(key);
      return text;
    },
    async set(key: string, text: string, ttl?: number) {
      await store.set(`${keyPrefix}:${key}`, text, ttl ?? null);
      return true;
    },
    clear: () => store.clear(),
    async delete(key: string) {
      await store.delete([`${keyPrefix}:${key}`]);
      return true;
    },
    async deleteMany(keys: string[]) {
      await store.delete(keys.map((key) => `${keyPrefix}:${key}`));
      return true;
    },
    disconnect: async () => undefined,
  };
  return { options: {}, factory: () => one };
};

/** Values of one application, in bentocache. */
export class Bento {
  readonly #bento;

  constructor({ maxItems, maxBytes, shared, bus, retry, graceTimeout, served }: BentoOptions) {
    let values = bentostore();
    if (shared === null || bus !== null) values = values.useL1Layer(memoryDriver({ maxItems, maxSize: maxBytes }));
    if (shared !== null) values = values.useL2Layer(driverOf(shared));
    if (bus !== null) values = values.useBus({ options: {}, factory: () => bus });
    this.#bento = new BentoCache({
      default: 'values',
      prefix: keyPrefix,
      suppressL2Errors: true,
      l2CircuitBreakerDuration: retry,
      timeout: graceTimeout,
      graceBackoff: backoff,
      stores: { values },
    });
    this.#bento.on('cache:hit', ({ graced }) => {
      if (graced) served();
    });
  }

  /** The value of a key; undefined if there is none. */
  get(key: string): Promise<unknown> {
    return this.#bento.get({ key });
  }

  async set(key: string, value: unknown, { ttl, grace, tags }: Keeping): Promise<void> {
    await this.#bento.set({ key, value, ttl, grace: physical(ttl, grace), tags: [...tags] });
  }

  /** The value of a key, or that of its maker. Calls in this process wait for one maker. */
  getOrSet(key: string, { ttl, grace, tags, wait }: Keeping, make: (making: Making) => unknown): Promise<unknown> {
    return this.#bento.getOrSet({
      key,
      ttl,
      grace: physical(ttl, grace),
      tags: [...tags],
      ...(wait === undefined ? {} : { timeout: wait }),
      factory: (ctx) =>
        make({
          hasGraced: ctx.gracedEntry !== undefined,
          live: (time) => ctx.setOptions({ ttl: time }),
          skip: ctx.skip,
        }),
    });
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.#bento.deleteMany({ keys: [...keys] });
  }

  async deleteTags(tags: readonly string[]): Promise<void> {
    await this.#bento.deleteByTag({ tags: [...tags] });
  }

  clear(): Promise<void> {
    return this.#bento.clear();
  }

  close(): Promise<void> {
    return this.#bento.disconnectAll();
  }
}

/** bentocache counts the grace from the beginning of the life of a value. */
const physical = (ttl: number | null, grace: number): number | false =>
  grace > 0 && ttl !== null ? ttl + grace : false;

/** The error of a maker, of the error in which bentocache wraps it. */
export const makerError = (error: unknown): unknown => {
  const { code, cause } = Object(error) as { readonly code?: unknown; readonly cause?: unknown };
  return code === 'E_FACTORY_ERROR' && cause !== undefined ? cause : error;
};
