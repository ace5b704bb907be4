import type { SparseReport } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The kind of work that fails: a server may refuse to write while it can be read, for example when its memory is full. */
type Work = 'read' | 'write';

/** Tracks whether the server can be reached for one shard, or for all of them on one server. Reports an outage once. */
export class LogHealth {
  readonly #report: SparseReport;
  readonly #server: string;
  readonly #shard: string;
  readonly #faults = new Map<Work, Error>();

  /** `server`: its name in messages. `shard`: ` (shard 3 of 8)` in messages; empty for all shards. */
  constructor(report: SparseReport, server: string, shard: string) {
    this.#report = report;
    this.#server = server;
    this.#shard = shard;
  }

  /** Why the last attempt failed; null if it did not. */
  get fault(): Error | null {
    const [fault] = this.#faults.values();
    return fault ?? null;
  }

  /** Whether the last attempt at this failed. */
  fails(work: Work): boolean {
    return this.#faults.has(work);
  }

  worked(work: Work): void {
    this.#faults.delete(work);
  }

  failed(work: Work, cause: unknown): void {
    const error = errors.E_BROADCAST_OUTAGE({ server: this.#server, shard: this.#shard }, { cause });
    if (this.#faults.size === 0) this.#report(error);
    this.#faults.set(work, error);
  }
}
