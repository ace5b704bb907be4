import type { RevocationStore } from '../config.ts';

/** A store with methods that only the guards of this package use. Stores of other packages need not have them. */
export interface GuardStore extends RevocationStore {
  /** Whether a claim of this key timed out, and may be stored although no caller got it. */
  unsure?(key: string): boolean;
  /** Remembers the greatest number that `key` was used with. False if `generation` is not greater than that number. */
  advance?(key: string, generation: number, until: number): boolean;
}
