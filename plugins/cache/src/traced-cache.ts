import { defineChannel } from '@taproot/core/plugin';

/** One call of the cache. Keys are not shown: they may hold names of people. */
export interface CacheUse {
  readonly operation: 'get' | 'put' | 'change' | 'remember' | 'forget' | 'flush';
  readonly store: string;
  /** Whether there was a value; null if the call does not ask for one. */
  hit: boolean | null;
  /** Whether a maker ran. */
  made: boolean;
}

/** One attempt to take a lock. */
interface LockUse {
  readonly name: string;
  taken: boolean;
}

/** Calls of the cache: steps of their request, and spans, without a line in the log. */
export const cacheUses = defineChannel<CacheUse>('cache', {
  name: ({ operation }) => operation,
  facts: ({ store }) => ({ store }),
  attributes: ({ operation, store }) => ({ 'taproot.cache.operation': operation, 'taproot.cache.store': store }),
  line: false,
  passed: ({ hit }) => hit,
});

/** Attempts to take locks: steps of their request, and spans, without a line in the log. */
export const locksTaken = defineChannel<LockUse>('lock', {
  name: ({ name }) => name,
  line: false,
  passed: ({ taken }) => taken,
});
