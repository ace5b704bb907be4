/** The middle of some figures; of an even number, the mean of the two in the middle. */
export const median = (/** @type {readonly number[]} */ figures) => {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** The figure below which a share of them lies. */
export const percentile = (/** @type {readonly number[]} */ figures, /** @type {number} */ share) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN;
