import type { Figure } from '@taproot/core/plugin';
import type { CacheRuntime } from './cache-runtime.ts';

/** The counts of the cache and of its locks, for metrics. */
export const cacheFigures = (runtime: () => CacheRuntime): Readonly<Record<string, Figure>> => ({
  'taproot.cache.requests': {
    kind: 'counter',
    unit: '{request}',
    description: 'Calls of the cache, by what they found: a value, none, or one in its grace.',
    read: (observe) => {
      const { hits, misses, made, stale } = runtime().figures;
      observe(hits, { 'taproot.result': 'hit' });
      observe(misses + made - stale, { 'taproot.result': 'miss' });
      observe(stale, { 'taproot.result': 'stale' });
    },
  },
  'taproot.cache.failures': {
    kind: 'counter',
    unit: '{failure}',
    description: 'Requests to the store of the cache that failed or came too late.',
    read: (observe) => observe(runtime().figures.failures),
  },
  'taproot.locks.requests': {
    kind: 'counter',
    unit: '{request}',
    description: 'Calls that asked for a lock, by whether they got it.',
    read: (observe) => {
      const { taken, refused } = runtime().locks.counts;
      observe(taken, { 'taproot.taken': true });
      observe(refused, { 'taproot.taken': false });
    },
  },
  'taproot.locks.held': {
    kind: 'sum',
    unit: '{lock}',
    description: 'Locks that this process holds.',
    read: (observe) => observe(runtime().locks.held),
  },
});
