import { after } from '@taproot/core/plugin';
import { counterKey } from './counter-key.ts';
import { keyText, type Limit } from './limit.ts';
import { secondsLeft } from './limit-headers.ts';
import type { Counter, CounterStore } from './store/counter.ts';

const unlimited = ({ points }: Limit): boolean => points === Number.POSITIVE_INFINITY;

/** Counts things other than requests, when code calls it: logins, jobs, mails. Its keys are separate from those of named limiters. */
export class Attempts {
  readonly #store: Pick<CounterStore, 'counter'>;

  constructor(store: Pick<CounterStore, 'counter'>) {
    this.#store = store;
  }

  /** Returns a plain value if the store answers synchronously, because a promise costs more than counting in memory. */
  attempt(key: string, limit: Limit): boolean | Promise<boolean> {
    if (unlimited(limit)) return true;
    if (limit.points === 0) return false;
    return after(this.#counter(limit).take(this.#key(key, limit)), ({ allowed }) => allowed);
  }

  async remaining(key: string, limit: Limit): Promise<number> {
    if (unlimited(limit)) return limit.points;
    return (await this.#counter(limit).read(this.#key(key, limit))).remaining;
  }

  async availableIn(key: string, limit: Limit): Promise<number> {
    if (unlimited(limit)) return 0;
    if (limit.points === 0) return limit.seconds;
    const { allowed, ends } = await this.#counter(limit).read(this.#key(key, limit));
    return allowed ? 0 : secondsLeft({ ends, limit });
  }

  async clear(key: string, limit: Limit): Promise<void> {
    if (!unlimited(limit)) await this.#counter(limit).clear(this.#key(key, limit));
  }

  #counter({ points, seconds }: Limit): Counter {
    return this.#store.counter(points, seconds);
  }

  /** The empty name keeps these keys apart, because no limiter has it. */
  #key(key: string, limit: Limit): string {
    return counterKey({ limiter: '', index: 0 }, limit, `=${keyText(key)}`);
  }
}
