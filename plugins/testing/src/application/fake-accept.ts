interface Range {
  readonly type: string;
  readonly quality: number;
}

const rangesOf = (accept: string): Range[] =>
  accept.split(',').map((range) => ({
    type: range.replace(/;.*/s, '').trim(),
    quality: Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1),
  }));

const takes = (range: string, type: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

/** The type that an `Accept` header likes best, of equals that of its first range; null when it takes none. */
export const bestType = (accept: string, types: readonly string[]): string | null => {
  const ranges = rangesOf(accept).filter(({ quality }) => quality > 0);
  for (const range of ranges.toSorted((a, b) => b.quality - a.quality)) {
    const best = types.find((type) => takes(range.type, type));
    if (best !== undefined) return best;
  }
  return null;
};
