import type { RevocationStore } from '../config.ts';

/** A store as the guards of this package have it: it may know more than those of others need to. */
export interface GuardStore extends RevocationStore {
  /** Whether a claim of this key timed out and may have been kept without a caller that got it. */
  unsure?(key: string): boolean;
  /** Remembers the greatest number that `key` was used with; false for one that is not greater. */
  advance?(key: string, generation: number, until: number): boolean;
}
