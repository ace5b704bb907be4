type Keys = readonly (string | number)[];

/** The exclusions below a key; null when there are none. */
export const below = (excluded: Exclusions | null, key: string | number): Exclusions | null =>
  excluded === null ? null : excluded.below(key);

/** The excluded fields of one run, as a tree of keys. Everything below an excluded field is excluded too. */
export class Exclusions {
  /** Whether the field at this point of the tree is excluded. */
  here = false;
  readonly #below = new Map<string, Exclusions>();

  add(keys: Keys, depth = 0): void {
    const key = keys[depth];
    if (key === undefined) {
      this.here = true;
      return;
    }
    const next = this.below(key) ?? new Exclusions();
    this.#below.set(String(key), next);
    next.add(keys, depth + 1);
  }

  below(key: string | number): Exclusions | null {
    return this.#below.get(String(key)) ?? null;
  }

  /** Whether a field or one above it is excluded. */
  has(keys: Keys, depth = 0): boolean {
    if (this.here) return true;
    const key = keys[depth];
    return key !== undefined && this.below(key)?.has(keys, depth + 1) === true;
  }
}
