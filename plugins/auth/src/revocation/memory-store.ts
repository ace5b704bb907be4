import { errors } from '../errors.ts';
import type { GuardStore } from './guard-store.ts';

/** How many entries each `add` checks, so that ended entries are removed without a timer. */
const swept = 4;

/**
 * Keeps revocations in the memory of this process until it ends. A full store forgets nothing, because that would let a revoked token in:
 * `claim()` then throws `E_AUTH_REVOCATION_FULL` (503).
 */
export class MemoryStore implements GuardStore {
  readonly #ends = new Map<string, number>();
  /** The numbers of the keys that `advance()` was called with. */
  readonly #generations = new Map<string, number>();
  readonly #maxKeys: number;
  #hand = this.#ends.entries();
  #sweptAllAt = Number.NEGATIVE_INFINITY;

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  claim(key: string, until: number): boolean {
    const now = Date.now() / 1000;
    if (this.#live(key, now)) return false;
    this.#makeRoom(key, now);
    this.#ends.set(key, until);
    return true;
  }

  advance(key: string, generation: number, until: number): boolean {
    const now = Date.now() / 1000;
    const ends = this.#ends.get(key) ?? 0;
    if (ends > now && generation <= (this.#generations.get(key) ?? 0)) return false;
    this.#makeRoom(key, now);
    this.#ends.set(key, Math.max(ends, until));
    this.#generations.set(key, generation);
    return true;
  }

  has(key: string): boolean {
    // Fast path: nearly no token is ever revoked.
    return this.#ends.size > 0 && this.#live(key, Date.now() / 1000);
  }

  #live(key: string, now: number): boolean {
    const ends = this.#ends.get(key);
    return ends !== undefined && ends > now;
  }

  #makeRoom(key: string, now: number): void {
    this.#sweep(now, swept);
    if (this.#ends.size < this.#maxKeys || this.#ends.has(key)) return;
    this.#sweepAll(now);
    if (this.#ends.size >= this.#maxKeys) throw errors.E_AUTH_REVOCATION_FULL({ keys: this.#maxKeys });
  }

  #drop(key: string): void {
    this.#ends.delete(key);
    this.#generations.delete(key);
  }

  #sweepAll(now: number): void {
    // An attacker may fill the store, so all of it is searched at most once a second.
    if (now - this.#sweptAllAt < 1) return;
    this.#sweptAllAt = now;
    for (const [key, ends] of this.#ends) if (ends <= now) this.#drop(key);
  }

  /** Checks the next entries of the map, from the beginning again after the last, and drops ended ones. */
  #sweep(now: number, steps: number): void {
    for (let step = 0; step < steps; step++) {
      const next = this.#hand.next();
      if (next.done === true) {
        this.#hand = this.#ends.entries();
        return;
      }
      const [key, ends] = next.value;
      if (ends <= now) this.#drop(key);
    }
  }
}
