// All indexes below lie within their row.
const at = (row: readonly number[], index: number): number => row[index] as number;

/** Edit distance that counts a swap of neighbours as one step (optimal string alignment). */
const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(before, j - 2) + 1);
      current.push(best);
    }
    before = previous;
    previous = current;
  }
  return at(previous, b.length);
};

/**
 * The candidate that a mistyped name most likely means; null when none is near. Near means at most `most` edits. Default: two edits, or a
 * third of the letters. An edit of every letter is never near.
 */
export const nearest = (name: string, candidates: Iterable<string>, most?: number): string | null => {
  const typed = name.toLowerCase().slice(0, 64);
  let best: string | null = null;
  let bestDistance = Math.min(typed.length, (most ?? Math.max(2, Math.floor(typed.length / 3))) + 1);
  for (const candidate of candidates) {
    // A difference in length takes at least as many steps.
    if (Math.abs(candidate.length - typed.length) >= bestDistance) continue;
    const steps = distance(typed, candidate.toLowerCase());
    if (steps < bestDistance) [best, bestDistance] = [candidate, steps];
  }
  return best;
};

/**
 * ` Did you mean "x"?`, or nothing: the tail of a message about an unknown name. `others` are less likely names; one is suggested only if
 * it is a single edit away.
 */
export const didYouMean = (name: string, candidates: Iterable<string>, others: Iterable<string> = []): string => {
  const isOther = (candidate: string): boolean => candidate !== name;
  const near = nearest(name, [...candidates].filter(isOther)) ?? nearest(name, [...others].filter(isOther), 1);
  return near === null ? '' : ` Did you mean "${near}"?`;
};

/** The entry with this name. For an unknown name, throws the error that `missing` makes from a hint and the known names. */
export const entryOf = <Value>(
  entries: ReadonlyMap<string, Value>,
  name: string,
  missing: (hint: string, known: string) => Error,
): Value => {
  const entry = entries.get(name);
  if (entry !== undefined) return entry;
  const known = [...entries.keys()];
  throw missing(didYouMean(name, known), known.join(', ') || 'none');
};
