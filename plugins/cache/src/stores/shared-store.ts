/** The first part of every key in a shared store. */
export const keyPrefix = 'value';

/** A store that processes share. Keys are complete; values are text. */
export interface SharedStore {
  /** The text of a key; undefined if there is none. */
  get(key: string): Promise<string | undefined>;
  /** Stores a text for this many milliseconds; for ever with null. */
  set(key: string, text: string, ttl: number | null): Promise<void>;
  /** Removes keys. */
  delete(keys: readonly string[]): Promise<void>;
  /** Removes all keys of this cache. */
  clear(): Promise<void>;
  /** Rejects if the store does not work. */
  check(): Promise<void>;
}
