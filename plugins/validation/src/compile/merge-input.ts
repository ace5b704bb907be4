import { emptyMap, isRecord, own } from '../values/records.ts';
import { copyValue } from './copy-value.ts';
import { below, type Exclusions } from './exclusions.ts';

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
