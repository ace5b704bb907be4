import type { Standing } from './counter.ts';

/** The number of refused keys that a limit remembers. */
const most = 10_000;

interface Refusal {
  readonly standing: Standing;
  readonly until: number;
}

/**
 * The keys that a store has refused a moment ago. A client that goes on sending is refused here, without the store. Only for a moment, because
 * another process may give points back or clear the key.
 */
export class Refusals {
  readonly #milliseconds: number;
  /** In the order of their end, because each lasts as long as any other, or ends with its window. */
  readonly #refused = new Map<string, Refusal>();

  constructor(seconds: number) {
    this.#milliseconds = seconds * 1000;
  }

  /** The refusal that still holds; null if the store must be asked. */
  find(key: string): Standing | null {
    const refusal = this.#refused.get(key);
    return refusal !== undefined && refusal.until > performance.now() ? refusal.standing : null;
  }

  add(key: string, standing: Standing): void {
    const now = performance.now();
    const until = Math.min(now + this.#milliseconds, standing.ends);
    if (until <= now) return;
    for (const [old, { until: end }] of this.#refused) {
      if (end > now && this.#refused.size < most) break;
      this.#refused.delete(old);
    }
    this.#refused.delete(key);
    this.#refused.set(key, { standing, until });
  }

  delete(key: string): void {
    this.#refused.delete(key);
  }
}
