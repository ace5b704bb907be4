import { tryFieldPath } from '../language/field-path.ts';
import { isMap } from '../values/records.ts';
import { toText } from '../values/scalars.ts';
import type { FieldRef, RuleCall, Scope } from './definition.ts';

/**
 * The one field that a parameter names. A parameter with more `*` than the field's own path would name many fields, so this refuses the
 * rule.
 */
export const oneField = (call: RuleCall, parameter: string): FieldRef => {
  const stars = tryFieldPath(parameter)?.wildcards ?? 0;
  const own = tryFieldPath(call.field)?.wildcards ?? 0;
  if (stars > own)
    call.fail(
      `"${parameter}" means many fields, because the path of this field has ${own === 0 ? 'no *' : `only ${own} *`}`,
      ' Name one field, or write a function that looks at all of them: (value, data) => ...',
    );
  return call.ref(parameter);
};

// Shorter texts are read faster than they are looked up.
const longText = 100;

const isLarge = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > longText : typeof value === 'object' && value !== null;

/**
 * An answer about the values of other fields that is the same for all entries of a list. It is computed once for each run. Otherwise each
 * entry under a wildcard would compute it again, and a large body would take minutes.
 */
export const aboutOther = <Answer extends string | number | bigint | boolean | null>(
  { wildcard, token }: RuleCall,
  find: (value: unknown) => Answer,
): ((value: unknown, scope: Scope) => Answer) => {
  if (!wildcard) return find;
  const makeKnown = (): Map<unknown, Answer> => new Map();
  return (value, scope) => {
    if (!isLarge(value)) return find(value);
    const known = scope.state(token, makeKnown);
    const before = known.get(value);
    if (before !== undefined) return before;
    const answer = find(value);
    known.set(value, answer);
    return answer;
  };
};

/** Counts the keys of maps, each map only once. */
class KeyCounts {
  readonly #known = new Map<object, number>();

  of(map: object): number {
    let count = this.#known.get(map);
    if (count === undefined) {
      count = Object.keys(map).length;
      this.#known.set(map, count);
    }
    return count;
  }
}

const maxDepth = 64;

/**
 * Whether two values are equal: scalars by their string (1 equals `1`, but true does not equal `1`, and null does not
 * equal ``), lists and maps entry by entry, anything else by identity. Values nested deeper than 64 levels are never
 * equal. The keys of `b` are counted once, because many values may be compared with it.
 */
const sameValue = (a: unknown, b: unknown, counts: KeyCounts, depth = 0): boolean => {
  const text = toText(a);
  if (text !== null) return text === toText(b);
  if (depth > maxDepth) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameList(a, b, counts, depth);
  if (isMap(a)) return isMap(b) && sameMap(a, b, counts, depth);
  return a === b;
};

const sameList = (a: readonly unknown[], b: readonly unknown[], counts: KeyCounts, depth: number): boolean =>
  a.length === b.length && a.every((entry, i) => sameValue(entry, b[i], counts, depth + 1));

const sameMap = (a: Record<string, unknown>, b: Record<string, unknown>, counts: KeyCounts, depth: number): boolean => {
  const keys = Object.keys(a);
  if (keys.length !== counts.of(b)) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key], counts, depth + 1));
};

/** Whether a field's value is the same as that of another field. */
export type SameAs = (value: unknown, other: unknown, scope: Scope) => boolean;

const makeCounts = (): KeyCounts => new KeyCounts();

/**
 * `sameValue` for a rule; `textOf` decides which scalars are equal. The time depends only on the size of the value, not on that of the
 * other one.
 */
export const sameAs =
  ({ token }: RuleCall, textOf: (value: unknown) => string | null = toText): SameAs =>
  (value, other, scope) => {
    const text = textOf(value);
    return text === null ? sameValue(value, other, scope.state(token, makeCounts)) : text === textOf(other);
  };
