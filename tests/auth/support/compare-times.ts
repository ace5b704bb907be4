import { Random } from '../../support/random.ts';

/** Mean and variance of what was measured, one by one (Welford). */
class Moments {
  #count = 0;
  #mean = 0;
  #squares = 0;

  add(value: number): void {
    this.#count++;
    const delta = value - this.#mean;
    this.#mean += delta / this.#count;
    this.#squares += delta * (value - this.#mean);
  }

  get mean(): number {
    return this.#mean;
  }

  /** Square of the standard error of the mean. */
  get error(): number {
    return this.#squares / (this.#count - 1) / this.#count;
  }
}

/**
 * Welch's t of the times of two kinds of work, as dudect does it: kinds in random order, times beyond the 95th percentile
 * left out, because they are the machine's. Beyond 4.5 the two differ.
 */
export const compareTimes = async (kinds: readonly [() => unknown, () => unknown], runs: number): Promise<number> => {
  const random = new Random(6);
  const times: { kind: 0 | 1; time: number }[] = [];
  for (let run = 0; run < runs; run++) {
    const kind = random.chance(0.5) ? 1 : 0;
    const began = performance.now();
    await kinds[kind]();
    // The first ones are those of code that is not compiled yet.
    if (run >= runs / 20) times.push({ kind, time: performance.now() - began });
  }
  const sorted = times.map(({ time }) => time).toSorted((a, b) => a - b);
  const most = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  const [one, other] = [new Moments(), new Moments()];
  for (const { kind, time } of times) if (time <= most) (kind === 0 ? one : other).add(time);
  return (one.mean - other.mean) / Math.sqrt(one.error + other.error);
};
