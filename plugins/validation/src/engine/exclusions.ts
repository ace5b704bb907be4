import { errors } from '../errors.ts';
import { emptyMap, isMap, isRecord, own } from '../values/records.ts';

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

// As deep as paths and request bodies go. Without a bound hostile nesting, or a value within itself, ends the stack.
const deepest = 64;

/** A value with all that is in it, but for what was excluded. */
export const copyValue = (value: unknown, excluded: Exclusions | null, depth = 0): unknown => {
  if (typeof value !== 'object') return value;
  if (depth > deepest) throw errors.E_DATA_DEPTH({ limit: deepest });
  if (Array.isArray(value)) return copyList(value, excluded, depth);
  if (!isMap(value)) return value;
  const result = emptyMap();
  for (const key of Object.keys(value)) {
    const inner = below(excluded, key);
    if (inner?.here !== true) result[key] = copyValue(value[key], inner, depth + 1);
  }
  return result;
};

const copyList = (list: readonly unknown[], excluded: Exclusions | null, depth: number): unknown[] => {
  const result: unknown[] = [];
  for (let i = 0; i < list.length; i++) {
    const inner = below(excluded, i);
    if (inner?.here !== true) result.push(copyValue(list[i], inner, depth + 1));
  }
  return result;
};

/** The rules for one place in the input. */
interface Place {
  /** Whether a rule names the place itself. */
  readonly covered: boolean;
  /** Whether it is kept with everything in it: no rule names anything below. */
  readonly whole: boolean;
  readonly keys: ReadonlyMap<string, Place>;
  /** For every other key. */
  readonly rest: Place | null;
}

/**
 * Merges valid data into the input. Fields with rules get the valid value; all others stay as they came. Excluded
 * fields and entries are left out. A list entry becomes null if nothing of it is left.
 */
export const mergeInput = (
  part: Place | null,
  given: unknown,
  valid: unknown,
  excluded: Exclusions | null,
): unknown => {
  if (given === undefined || excluded?.here === true) return undefined;
  if (part === null) return copyValue(given, excluded);
  if (part.whole) return valid;
  const inner = (key: string | number, value: unknown, validKey = key): unknown =>
    mergeInput(part.keys.get(String(key)) ?? part.rest, value, own(valid, validKey), below(excluded, key));
  if (Array.isArray(given)) {
    const entries: unknown[] = [];
    // Valid lists close up where an entry is excluded.
    for (const [i, entry] of given.entries())
      if (below(excluded, i)?.here !== true) entries.push(inner(i, entry, entries.length) ?? null);
    return entries;
  }
  if (!isRecord(given)) return part.covered ? valid : given;
  const merged = emptyMap();
  for (const key of Object.keys(given)) {
    const value = inner(key, given[key]);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
};
