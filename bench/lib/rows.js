import { median } from './median.js';

/**
 * One line of a result.
 * @typedef {object} Row
 * @property {string} variant
 * @property {number} value Median of the rounds.
 * @property {string} unit
 * @property {readonly number[]} rounds The value of each round.
 * @property {string | null} against The variant it is compared with; null for those others are compared with.
 * @property {number | null} ratio Median of the ratios to that variant, each taken within one round.
 * @property {Readonly<Record<string, number>>} [more] Further figures, medians too.
 * @property {string} [note] Anything else to know about the value.
 */

/**
 * Rows of variants whose figures were taken in the same rounds: one for each variant, and one more for each further
 * variant that it is compared with.
 * @template {{ readonly name: string, readonly against?: string | readonly string[] }} Variant
 * @param {ReadonlyMap<Variant, readonly number[]>} figures
 * @param {string} unit
 * @returns {Row[]}
 */
export const toRows = (figures, unit) => {
  const byName = new Map([...figures].map(([{ name }, rounds]) => [name, rounds]));
  return [...figures].flatMap(([{ name, against = [] }, rounds]) => {
    const row = { variant: name, value: median(rounds), unit, rounds };
    const [first, ...others] = [against].flat().map((base) => {
      const bases = byName.get(base);
      if (bases === undefined) throw new Error(`${name} is compared with ${base}, which was not measured.`);
      return { against: base, ratio: median(rounds.map((value, round) => value / (bases[round] ?? Number.NaN))) };
    });
    return [
      { ...row, ...(first ?? { against: null, ratio: null }) },
      ...others.map((other) => ({ ...row, ...other, variant: `${name} (beside ${other.against})` })),
    ];
  });
};
