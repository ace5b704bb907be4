import { type Segment, wildcard } from '../parse/field-path.ts';
import type { AllValues } from '../rule/rule.ts';
import type { Scope } from '../rule/scope.ts';
import { isMap, own } from '../values/records.ts';

/** Reads a field of the input; undefined when absent. */
export type Reader = (scope: Scope) => unknown;

/** A key; the depth of the wildcard whose key is taken; null for a wildcard more than there are keys for. */
type Step = string | number | null;

/** The nth `*` takes the key that the nth `*` of `from` matches at that moment. */
const stepsOf = (segments: readonly Segment[], from: readonly Segment[]): readonly Step[] => {
  const positions = from.flatMap((segment, position) => (segment === wildcard ? [position] : []));
  let star = 0;
  return segments.map((segment) => (segment === wildcard ? (positions[star++] ?? null) : segment));
};

const take = (container: unknown, step: Step, scope: Scope): unknown => {
  if (step === null) return undefined;
  return own(container, typeof step === 'number' ? (scope.path[step] ?? '') : step);
};

/** Compiles a path into its reader. A wildcard more than `from` has finds nothing. */
export const compileReader = (segments: readonly Segment[], from: readonly Segment[]): Reader => {
  const [first] = segments;
  if (segments.length === 1 && typeof first === 'string') return (scope) => own(scope.root, first);
  const steps = stepsOf(segments, from);
  return (scope) => {
    let value: unknown = scope.root;
    for (const step of steps) {
      value = take(value, step, scope);
      if (value === undefined) return undefined;
    }
    return value;
  };
};

/** Compiles a path into all values that it can mean, seen from the field `from`. Null if it means exactly one value. */
export const compileAll = (segments: readonly Segment[], from: readonly Segment[]): AllValues | null => {
  // A `*` is the key of `from` as long as both go the same way.
  let parting = 0;
  while (parting < segments.length && segments[parting] === from[parting]) parting++;
  const open = segments.indexOf(wildcard, parting);
  if (open === -1) return null;
  const rest = segments.slice(open);
  return {
    holder: compileReader(segments.slice(0, open), from),
    within: (holder) => {
      let values: readonly unknown[] = [holder];
      for (const segment of rest)
        values = values.flatMap((value) => (segment === wildcard ? entriesOf(value) : [own(value, segment)]));
      return values.filter((value) => value !== undefined);
    },
  };
};

const entriesOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isMap(value) ? Object.values(value) : [];
};
