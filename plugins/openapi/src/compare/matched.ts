import { type Alternative, canonical, memberOf } from './alternatives.ts';

/** Alternatives of two unions, in pairs of those that mean the same. */
export interface Matched {
  readonly pairs: readonly (readonly [before: Alternative, after: Alternative])[];
  readonly lost: readonly Alternative[];
  readonly won: readonly Alternative[];
}

type Key = (alternative: Alternative) => string | null;

/** The signs by which alternatives are recognised, the surest one first. */
const keys: readonly Key[] = [
  ({ schema }) => canonical(schema),
  ({ ref }) => ref,
  ({ schema }) => marks(schema),
  ({ schema }) => JSON.stringify(Object.keys(memberOf(schema, 'properties')).toSorted()),
];

/** Members with one value, such as `kind: 'circle'`, which say which alternative an object is. */
const marks = (schema: Alternative['schema']): string | null => {
  const found = Object.entries(memberOf(schema, 'properties')).flatMap(([name, property]) =>
    'const' in property ? [`${name}=${JSON.stringify(property['const'])}`] : [],
  );
  return found.length === 0 ? null : found.toSorted().join();
};

/** Finds the pairs: equal ones, then by component, then by members with one value, then by the names of members, then what is left in order. */
export const matched = (before: readonly Alternative[], after: readonly Alternative[]): Matched => {
  let [lost, won] = [[...before], [...after]];
  const pairs: (readonly [Alternative, Alternative])[] = [];
  const pair = (old: Alternative, now: Alternative): void => {
    pairs.push([old, now]);
    lost = lost.filter((each) => each !== old);
    won = won.filter((each) => each !== now);
  };
  for (const key of keys)
    for (const old of lost) {
      const mark = key(old);
      const now = mark === null ? undefined : won.find((each) => key(each) === mark);
      if (now !== undefined) pair(old, now);
    }
  // Alternatives with different marks are different, so only the others are compared in their order.
  for (const old of lost.filter(({ schema }) => marks(schema) === null)) {
    const now = won.find(({ schema }) => marks(schema) === null);
    if (now !== undefined) pair(old, now);
  }
  return { pairs, lost, won };
};
