import type { SparseReport } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** Tracks whether Redis can be reached, and reports an outage once. */
export class LogHealth {
  readonly #report: SparseReport;
  #failing = false;

  constructor(report: SparseReport) {
    this.#report = report;
  }

  /** Whether the last attempt failed. */
  get failing(): boolean {
    return this.#failing;
  }

  worked(): void {
    this.#failing = false;
  }

  failed(cause: unknown): void {
    if (!this.#failing) this.#report(errors.E_BROADCAST_OUTAGE({ cause }));
    this.#failing = true;
  }
}
