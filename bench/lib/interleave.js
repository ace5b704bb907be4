/**
 * Measures every variant once in each round, forwards and backwards in turn, so that a slow spell of the machine and the
 * place in the round fall on all of them alike.
 * @template Variant, Figure
 * @param {readonly Variant[]} variants
 * @param {number} rounds
 * @param {(variant: Variant) => Figure | Promise<Figure>} measure
 * @returns {Promise<Map<Variant, Figure[]>>} The figures of each variant, by round.
 */
export const interleave = async (variants, rounds, measure) => {
  /** @type {Map<Variant, Figure[]>} */
  const figures = new Map(variants.map((variant) => [variant, []]));
  for (let round = 0; round < rounds; round++) {
    for (const variant of round % 2 === 0 ? variants : variants.toReversed())
      figures.get(variant)?.push(await measure(variant));
  }
  return figures;
};
