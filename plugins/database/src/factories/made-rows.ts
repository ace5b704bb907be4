/** A source of made-up values that can be reset, such as faker. */
export interface RandomSource {
  /** Resets the source: with the same seed, the same values follow. */
  seed(value: number): unknown;
}

interface Series {
  /** Seed of the random sources; null leaves them random. */
  readonly seed: number | null;
  /** The number after which the rows of each factory are counted. */
  readonly after: number;
  readonly counts: WeakMap<object, number>;
  readonly seeded: WeakSet<RandomSource>;
}

const begin = (seed: number | null, after: number): Series => ({
  seed,
  after,
  counts: new WeakMap(),
  seeded: new WeakSet(),
});

// One counter for the process; a test resets it.
let series = begin(null, 0);

/** Counts the rows of every factory from `after` on, and lets random sources begin with `seed`. */
export const restartFactories = (seed: number, after: number): void => {
  series = begin(seed, after);
};

/** The number of the next row of a factory, from 1 on. */
export const nextNumber = (factory: object, random: RandomSource | undefined): number => {
  const { seed, after, counts, seeded } = series;
  if (random !== undefined && seed !== null && !seeded.has(random)) {
    random.seed(seed);
    seeded.add(random);
  }
  const number = (counts.get(factory) ?? after) + 1;
  counts.set(factory, number);
  return number;
};
