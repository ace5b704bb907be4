import { isDeepStrictEqual } from 'node:util';
import { differential } from '../drivers/support/differential.ts';

const seeds = [20261121, Date.now()];

/** 10,000 generated requests, of a seed that stays and of one of its own, to both drivers. */
export const run = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const seed of seeds) {
    const { differences, reported, statuses } = await differential(10_000, seed);
    console.log(`seed ${seed}: ${differences.length} of 10,000 differ`);
    console.table(Object.fromEntries([...statuses].toSorted(([one], [other]) => one - other)));
    found.push(...differences.slice(0, 10).map((difference) => `seed ${seed}: ${JSON.stringify(difference)}`));
    if (!isDeepStrictEqual(reported.koa, reported.fastify)) found.push(`seed ${seed}: they report other errors`);
  }
  return found;
};
