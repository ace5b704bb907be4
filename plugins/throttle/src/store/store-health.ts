import { Outage, reasonOf } from '@taproot/core/internal';
import type { SparseReport } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { StoreStatus } from './counter.ts';

export interface StoreHealthOptions {
  readonly store: string;
  readonly fail: 'memory' | 'closed';
  readonly report: SparseReport;
}

/** Whether a store works; reports when it does not. */
export class StoreHealth {
  readonly #options: StoreHealthOptions;
  readonly #outage = new Outage();

  constructor(options: StoreHealthOptions) {
    this.#options = options;
  }

  status(): StoreStatus {
    const { since } = this.#outage;
    return { store: this.#options.store, degraded: since !== null, since };
  }

  /** Whether to call the store now. */
  mayAsk(): boolean {
    return this.#outage.mayAsk();
  }

  worked(): void {
    this.#outage.worked();
  }

  failed(error: unknown): void {
    this.#outage.failed();
    const { store, fail, report } = this.#options;
    const reason = reasonOf(error);
    const meanwhile =
      fail === 'memory' ? 'each process counts only its own requests' : 'limited requests get a 503 response';
    report(errors.E_THROTTLE_STORE_FAILED({ store, reason: reason.replace(/\.$/, ''), meanwhile }, { cause: error }));
  }
}
