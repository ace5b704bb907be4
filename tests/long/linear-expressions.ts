import { collect } from '../support/expressions/collect.ts';
import { fastGrowth } from '../support/expressions/growth.ts';

/** Expressions of all packages on 200 common fillings, and on up to 400 pieces of each expression itself. */
export const run = async (pieces = 400): Promise<readonly string[]> => {
  const { literals } = collect();
  const faults = literals.flatMap(({ place, source, flags }) => {
    const growth = fastGrowth({ source, flags }, pieces);
    return growth === null ? [] : [`${place}: /${source}/${flags} on ${growth}`];
  });
  console.log('Expressions whose steps are counted');
  console.table({ expressions: { tried: literals.length, faults: faults.length } });
  return faults;
};
