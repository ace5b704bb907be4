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
 */

/**
 * Rows of variants whose figures were taken in the same rounds.
 * @template {{ readonly name: string, readonly against?: string }} Variant
 * @param {ReadonlyMap<Variant, readonly number[]>} figures
 * @param {string} unit
 * @returns {Row[]}
 */
export const toRows = (figures, unit) => {
  const byName = new Map([...figures].map(([{ name }, rounds]) => [name, rounds]));
  return [...figures].map(([{ name, against = null }, rounds]) => {
    const base = against === null ? null : byName.get(against);
    if (base === undefined) throw new Error(`${name} is compared with ${against}, which was not measured.`);
    const ratio = base === null ? null : median(rounds.map((value, round) => value / (base[round] ?? Number.NaN)));
    return { variant: name, value: median(rounds), unit, rounds, against, ratio };
  });
};
