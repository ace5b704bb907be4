import cluster from 'node:cluster';
import { didYouMean, type SparseReport } from '@taproot/core';
import type { LimiterConfig } from '../config.ts';
import { errors } from '../errors.ts';
import { ClusterStore } from './cluster-store.ts';
import type { CounterStore } from './counter.ts';
import { customStore } from './custom-store.ts';
import { type FallibleStore, InsuredStore } from './insured-store.ts';
import { MemoryStore } from './memory-store.ts';
import { RedisStore } from './redis-store.ts';
import { StoreHealth } from './store-health.ts';
import { WindowTable } from './window-table.ts';

const names = ['memory', 'redis', 'cluster'];

/** The store that `limiter.store` asks for. */
export const createStore = (config: LimiterConfig, report: SparseReport): CounterStore => {
  const { fail, memory } = config;
  const onFull = () => report(errors.E_LIMITER_FULL({ keys: memory.max_keys }));
  const inMemory = new MemoryStore(new WindowTable({ maxKeys: memory.max_keys, onFull }));
  const primary = primaryOf(config);
  if (primary === null) return inMemory;
  const store = typeof config.store === 'string' ? config.store : 'custom';
  return new InsuredStore(primary, fail === 'memory' ? inMemory : null, new StoreHealth({ store, fail, report }));
};

/** Null for memory, and for a cluster of one. */
const primaryOf = (config: LimiterConfig): FallibleStore | null => {
  const { store, timeout } = config;
  if (typeof store === 'function') return customStore(store, timeout);
  if (store === 'redis') return new RedisStore(config);
  if (store === 'cluster') return cluster.isWorker ? new ClusterStore(config) : null;
  if (store === 'memory') return null;
  const expected = `${names.join(', ')}, or a function that makes a limiter of rate-limiter-flexible`;
  throw errors.E_LIMITER_SETTING({
    setting: 'store',
    value: `"${String(store)}"`,
    hint: didYouMean(store, names),
    expected,
  });
};
