/** The input under validation, for custom rules and `prepareForValidation`. Keys are dot paths; `\.` escapes a dot. */
export interface Data {
  /** The value, and whether the key exists. A key with the value null exists. */
  get(key: string): [value: unknown, exists: boolean];
  /** Whether the key exists, even as null. */
  has(key: string): boolean;
  /** Writes a value without changing the caller's object. Throws `E_DATA_KEY` for a key that cannot be written. */
  set(key: string, value: unknown): void;
  /** The whole input. */
  all(): Readonly<Record<string, unknown>>;
}
