import type { CounterStore, StoreStatus } from './counter.ts';
import { cacheCounters } from './counter-cache.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import type { WindowTable } from './window-table.ts';

/** Counts in the memory of this process. */
export class MemoryStore implements CounterStore {
  readonly counter: (points: number, seconds: number) => MemoryLimiter;

  constructor(table: WindowTable) {
    this.counter = cacheCounters((points, seconds) => new MemoryLimiter(table, { points, seconds }));
  }

  status(): StoreStatus {
    return { store: 'memory', degraded: false, since: null };
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {}
}
