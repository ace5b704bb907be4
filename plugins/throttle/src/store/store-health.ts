import { type SparseReport } from '@taproot/core';
import { errors } from '../errors.ts';
import type { StoreStatus } from './counter.ts';

/** Milliseconds a failing store is left alone before one request tries it again. */
const pause = 500;

export interface StoreHealthOptions {
  readonly store: string;
  readonly fail: 'memory' | 'closed';
  readonly report: SparseReport;
}

/** Whether a store works. One failure is enough to leave it alone for a moment; one answer, to come back. */
export class StoreHealth {
  readonly #options: StoreHealthOptions;
  #since: Date | null = null;
  #retryAt = 0;

  constructor(options: StoreHealthOptions) {
    this.#options = options;
  }

  status(): StoreStatus {
    return { store: this.#options.store, degraded: this.#since !== null, since: this.#since };
  }

  /** Whether to ask the store now; while it fails, true for one asker in each pause. */
  mayAsk(): boolean {
    if (this.#since === null) return true;
    const now = performance.now();
    if (now < this.#retryAt) return false;
    this.#retryAt = now + pause;
    return true;
  }

  worked(): void {
    this.#since = null;
  }

  failed(error: unknown): void {
    this.#since ??= new Date();
    this.#retryAt = performance.now() + pause;
    const { store, fail, report } = this.#options;
    const reason = error instanceof Error ? error.message : String(error);
    const meanwhile = fail === 'memory' ? 'this process counts for itself' : 'limited requests are answered 503';
    report(errors.E_LIMITER_STORE_FAILED({ store, reason: reason.replace(/\.$/, ''), meanwhile }, { cause: error }));
  }
}
