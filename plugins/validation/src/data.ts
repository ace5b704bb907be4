/** The input under validation, as custom rules and `prepareForValidation` see it. Keys are dot paths; `\.` escapes a dot. */
export interface Data {
  /** The value and whether the key exists; null exists. */
  get(key: string): [value: unknown, exists: boolean];
  /** Whether the key exists, even as null. */
  has(key: string): boolean;
  /** Writes without changing the caller's object; a key that cannot be written is `E_DATA_KEY`. */
  set(key: string, value: unknown): void;
  /** The whole input. */
  all(): Readonly<Record<string, unknown>>;
}
