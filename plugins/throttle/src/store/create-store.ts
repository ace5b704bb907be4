import cluster from 'node:cluster';
import { type Application } from '@taproot/core';
import { didYouMean, openRedis, type SparseReport } from '@taproot/core/plugin';
import type { ThrottleSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { ClusterStore } from './cluster-store.ts';
import type { CounterStore } from './counter.ts';
import { customStore, type LimiterStoreFactory } from './custom-store.ts';
import { type FallibleStore, InsuredStore } from './insured-store.ts';
import { MemoryStore } from './memory-store.ts';
import { RedisStore } from './redis-store.ts';
import { StoreHealth } from './store-health.ts';
import { WindowTable } from './window-table.ts';

/** The built-in stores. */
export const storeNames: readonly string[] = ['memory', 'redis', 'cluster'];

/** Stores that plugins registered, by name. */
export type RegisteredStores = ReadonlyMap<string, LimiterStoreFactory>;

/** The store that `throttle.store` asks for. */
export const createStore = (app: Application, registered: RegisteredStores, report: SparseReport): CounterStore => {
  const { throttle: config } = app.config;
  const { fail, memory, local_refusals: localRefusals } = config;
  const onFull = () => report(errors.E_THROTTLE_FULL({ keys: memory.max_keys }));
  const inMemory = new MemoryStore(new WindowTable({ maxKeys: memory.max_keys, onFull }));
  const primary = primaryOf(app, config, registered);
  if (primary === null) return inMemory;
  const store = typeof config.store === 'string' ? config.store : 'custom';
  const health = new StoreHealth({ store, fail, report });
  return new InsuredStore(primary, fail === 'memory' ? inMemory : null, health, localRefusals);
};

/** Null for the store `memory`, and for `cluster` without workers. */
const primaryOf = (app: Application, config: ThrottleSettings, registered: RegisteredStores): FallibleStore | null => {
  const { store, timeout } = config;
  if (typeof store === 'function') return customStore('custom', { limiter: store }, timeout);
  const factory = registered.get(store);
  if (factory !== undefined) return customStore(store, factory({ app, config }), timeout);
  if (store === 'redis') return redisStore(app, config);
  if (store === 'cluster') return cluster.isWorker ? new ClusterStore(config) : null;
  if (store === 'memory') return null;
  const known = [...storeNames, ...registered.keys()];
  throw errors.E_THROTTLE_SETTING({
    setting: 'store',
    value: `"${String(store)}"`,
    hint: didYouMean(store, known),
    expected: `one of ${known.join(', ')}, the name of a store that a plugin registers with facades.RateLimiter().extend(), or a function that makes a limiter of rate-limiter-flexible`,
  });
};

const redisStore = (app: Application, { redis, timeout }: ThrottleSettings): FallibleStore => {
  const connection = openRedis(app, 'throttle.store', redis.connection);
  return new RedisStore({ connection, prefix: redis.prefix, timeout });
};
