import { withDeadline } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { SharedStore } from './shared-store.ts';

/** A shared store that must answer within a time. Failures are reported, and then rejected. */
export class GuardedStore implements SharedStore {
  readonly #store: SharedStore;
  readonly #timeout: number;
  readonly #failed: (error: unknown) => void;

  constructor(store: SharedStore, timeout: number, failed: (error: unknown) => void) {
    this.#store = store;
    this.#timeout = timeout;
    this.#failed = failed;
  }

  get(key: string): Promise<string | undefined> {
    return this.#within(this.#store.get(key));
  }

  set(key: string, text: string, ttl: number | null): Promise<void> {
    return this.#within(this.#store.set(key, text, ttl));
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#within(this.#store.delete(keys));
  }

  /** Takes as long as it needs: there may be millions of keys. */
  clear(): Promise<void> {
    return this.#store.clear();
  }

  check(): Promise<void> {
    return withDeadline(this.#store.check(), this.#timeout, () => this.#late());
  }

  async #within<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await withDeadline(work, this.#timeout, () => this.#late());
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  #late(): Error {
    return errors.E_CACHE_LATE({ seconds: this.#timeout });
  }
}
