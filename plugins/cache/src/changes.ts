import { createHash } from 'node:crypto';
import { describeValue } from '@taproot/core/plugin';
import type { CacheRuntime } from './cache-runtime.ts';
import { errors } from './errors.ts';
import type { Keeping } from './stores/bento.ts';

/** Seconds for which changes of a key wait if a process was killed in the middle of one. */
const lease = 10;

/** The name of a lock for the work on one key. */
export const lockOf = (work: 'make' | 'change', key: string): string =>
  `${work}:${createHash('sha256').update(key).digest('base64url')}`;

/** A change: what becomes of a value, and how it is kept. It stays as it is with `undefined`. */
export type Change = (value: unknown) => { readonly keep: unknown; readonly keeping: Keeping } | 'forget' | undefined;

/** Changes that read a value and write it back: one at a time for each key, of all processes that share the store. */
export class Changes {
  readonly #runtime: CacheRuntime;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(runtime: CacheRuntime) {
    this.#runtime = runtime;
  }

  /** Changes a value. Resolves to the value before. */
  async change(key: string, change: Change): Promise<unknown> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).catch(() => undefined).then(() => this.#lock(key, change));
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }

  async #lock(key: string, change: Change): Promise<unknown> {
    // Opens the store, which says whether processes share it.
    void this.#runtime.bento;
    const { isShared, locks } = this.#runtime;
    this.#assertUp(key);
    if (!isShared) return this.#change(key, change);
    return locks.run(lockOf('change', key), () => this.#change(key, change), { lease, wait: lease * 2 });
  }

  async #change(key: string, change: Change): Promise<unknown> {
    const { bento, exact } = this.#runtime;
    const before = await exact.get(key);
    this.#assertUp(key);
    const after = change(before);
    if (after === 'forget') await bento.delete([key]);
    else if (after !== undefined) await bento.set(key, after.keep, after.keeping);
    this.#assertUp(key);
    return before;
  }

  /** While the store is down, other calls go on as if it were empty. A change would then be a guess. */
  #assertUp(key: string): void {
    if (this.#runtime.isDown) throw errors.E_CACHE_UNSURE({ key });
  }
}

/** The sum of a kept number and another one. @throws E_CACHE_NUMBER */
export const sum = (key: string, value: unknown, amount: number): number => {
  const total = typeof value === 'number' ? value + amount : value === undefined ? amount : Number.NaN;
  if (!Number.isFinite(total))
    throw errors.E_CACHE_NUMBER({ key, value: describeValue(value), amount: describeValue(amount) });
  return total;
};
