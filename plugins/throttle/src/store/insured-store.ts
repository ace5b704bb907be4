import type { Counter, CounterStore, StoreStatus } from './counter.ts';
import { cacheCounters } from './counter-cache.ts';
import { InsuredCounter } from './insured-counter.ts';
import type { MemoryStore } from './memory-store.ts';
import type { StoreHealth } from './store-health.ts';

/** A store that may fail. */
export interface FallibleStore {
  counter(points: number, seconds: number): Counter;
  /** Rejects when the store can never work; reports temporary failures to `health`. */
  open(health: StoreHealth): Promise<void>;
  close(): Promise<void>;
}

/** A store that may fail. While it fails, a second store counts. If that is null, requests are refused. */
export class InsuredStore implements CounterStore {
  readonly counter: (points: number, seconds: number) => Counter;
  readonly #primary: FallibleStore;
  readonly #health: StoreHealth;

  /** `localRefusals`: seconds for which a refused key is refused without the primary. */
  constructor(primary: FallibleStore, insurance: MemoryStore | null, health: StoreHealth, localRefusals: number) {
    this.#primary = primary;
    this.#health = health;
    this.counter = cacheCounters((points, seconds) => {
      const counted = insurance?.counter(points, seconds) ?? null;
      return new InsuredCounter({
        primary: primary.counter(points, seconds),
        insurance: counted,
        localRefusals,
        health,
      });
    });
  }

  status(): StoreStatus {
    return this.#health.status();
  }

  open(): Promise<void> {
    return this.#primary.open(this.#health);
  }

  close(): Promise<void> {
    return this.#primary.close();
  }
}
