import { hostileNames } from '../console/generators/hostile-names.ts';
import { tryNames } from '../console/generators/try-names.ts';
import { Random } from '../support/random.ts';

/** 500 hostile names for each generator: nothing outside its folder, nothing changed, and all that was written compiles. */
export const run = async (): Promise<readonly string[]> => {
  const { faults, ...counts } = await tryNames(hostileNames(new Random(2021), 500));
  console.log('Hostile names');
  console.table({ 'nine generators': counts });
  return faults;
};
