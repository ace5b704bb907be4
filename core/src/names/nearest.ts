// Every index asked for below lies within its row.
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
 * The candidate a mistyped name most likely meant. Null when none is near: within `most` edits, by default two or a third
 * of its letters, and never all of them.
 */
export const nearest = (name: string, candidates: Iterable<string>, most?: number): string | null => {
  const typed = name.toLowerCase().slice(0, 64);
  let best: string | null = null;
  let bestDistance = Math.min(typed.length, (most ?? Math.max(2, Math.floor(typed.length / 3))) + 1);
  for (const candidate of candidates) {
    // Each letter more or less is a step by itself.
    if (Math.abs(candidate.length - typed.length) >= bestDistance) continue;
    const steps = distance(typed, candidate.toLowerCase());
    if (steps < bestDistance) [best, bestDistance] = [candidate, steps];
  }
  return best;
};

/**
 * ` Did you mean "x"?`, or nothing: the tail of a message about an unknown name. `others` are names that might have been
 * meant as well; one of them must be a single edit away.
 */
export const didYouMean = (name: string, candidates: Iterable<string>, others: Iterable<string> = []): string => {
  const isOther = (candidate: string): boolean => candidate !== name;
  const near = nearest(name, [...candidates].filter(isOther)) ?? nearest(name, [...others].filter(isOther), 1);
  return near === null ? '' : ` Did you mean "${near}"?`;
};

/** The entry of this name. `missing` makes the error for a name that is not there, of a hint and the names that are. */
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
