import { compareRouters } from '../drivers/support/compare-routers.ts';

/** 5,000 random route tables: the search finds in each what looking at every route finds. */
export const run = async (): Promise<readonly string[]> => {
  const { differences, ...measured } = compareRouters(5000, 20_260_000);
  console.log('Random route tables, forty requests each');
  console.table({ search: { ...measured, differences: differences.length } });
  return differences.slice(0, 20).map((difference) => JSON.stringify(difference));
};
