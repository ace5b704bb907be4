import { errors } from '../errors.ts';
import type { Counter, Standing } from './counter.ts';
import type { MemoryLimiter } from './memory-limiter.ts';
import { Refusals } from './refusals.ts';
import type { StoreHealth } from './store-health.ts';

export interface InsuredCounterOptions {
  readonly primary: Counter;
  /** Counts while the primary fails; null refuses with `E_THROTTLE_UNAVAILABLE`. */
  readonly insurance: MemoryLimiter | null;
  /** Seconds for which a refused key is refused without the primary. */
  readonly localRefusals: number;
  readonly health: StoreHealth;
}

/**
 * Counts in a store that may fail, and in memory while it fails. When the store works again, it may be empty. So windows that memory has
 * begun also count until they end. An outage thus allows one additional window, not two.
 */
export class InsuredCounter implements Counter {
  readonly #primary: Counter;
  readonly #insurance: MemoryLimiter | null;
  readonly #health: StoreHealth;
  readonly #refusals: Refusals;
  /** When the last window that memory has begun ends. */
  #insuredUntil = 0;
  /** Points that memory has counted, alone or together with the store. The counter that gave a point must get it back. */
  readonly #alone = new WeakSet<Standing>();
  readonly #beside = new WeakMap<Standing, Standing>();

  constructor({ primary, insurance, localRefusals, health }: InsuredCounterOptions) {
    this.#primary = primary;
    this.#insurance = insurance;
    this.#health = health;
    this.#refusals = new Refusals(localRefusals);
  }

  refusal(key: string): Standing | null {
    return this.#refusals.find(key);
  }

  take(key: string): Standing | Promise<Standing> {
    const refused = this.refusal(key);
    if (refused !== null) return refused;
    const insured = (): Standing => {
      const standing = this.#insured().take(key);
      this.#alone.add(standing);
      this.#insuredUntil = Math.max(this.#insuredUntil, standing.ends);
      return standing;
    };
    return this.#ask(async () => {
      const standing = await this.#primary.take(key);
      if (!standing.allowed) this.#refusals.add(key, standing);
      return this.#takeBeside(key, standing);
    }, insured);
  }

  /** Never rejects: a point that cannot be given back is lost until its window ends. */
  async giveBack(key: string, standing: Standing): Promise<void> {
    this.#refusals.delete(key);
    if (this.#alone.has(standing)) return this.#insurance?.giveBack(key, standing);
    const beside = this.#beside.get(standing);
    if (beside !== undefined) this.#insurance?.giveBack(key, beside);
    try {
      await this.#primary.giveBack(key, standing);
    } catch (error) {
      this.#health.failed(error);
    }
  }

  read(key: string): Promise<Standing> {
    const beside = (standing: Standing) => tighter(standing, this.#running(key));
    return this.#ask(
      async () => beside(await this.#primary.read(key)),
      () => this.#insured().read(key),
    );
  }

  async clear(key: string): Promise<void> {
    this.#refusals.delete(key);
    this.#insurance?.clear(key);
    await this.#ask(
      async () => this.#primary.clear(key),
      () => this.#insured().clear(key),
    );
  }

  async #takeBeside(key: string, standing: Standing): Promise<Standing> {
    if (this.#insurance === null || !standing.allowed || this.#running(key) === null) return standing;
    const beside = this.#insurance.take(key);
    if (!beside.allowed) {
      await this.giveBack(key, standing);
      return beside;
    }
    const both = { ...tighter(standing, beside), ends: standing.ends };
    this.#beside.set(both, beside);
    return both;
  }

  /** The state of the key in memory's running window; null when there is none. */
  #running(key: string): Standing | null {
    const now = performance.now();
    if (this.#insurance === null || now >= this.#insuredUntil) return null;
    const standing = this.#insurance.read(key);
    return standing.ends > now ? standing : null;
  }

  async #ask<Value>(primary: () => Promise<Value>, insured: () => Value): Promise<Value> {
    if (!this.#health.mayAsk()) return insured();
    try {
      const answer = await primary();
      this.#health.worked();
      return answer;
    } catch (error) {
      this.#health.failed(error);
      return insured();
    }
  }

  #insured(): MemoryLimiter {
    if (this.#insurance !== null) return this.#insurance;
    const { store } = this.#health.status();
    throw errors.E_THROTTLE_UNAVAILABLE({ store }, { headers: { 'Retry-After': '1' } });
  }
}

const tighter = (a: Standing, b: Standing | null): Standing => (b !== null && b.remaining < a.remaining ? b : a);
