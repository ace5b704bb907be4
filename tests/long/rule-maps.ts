import { fuzzRuleMaps } from '../validation/fuzz/fuzz-rule-maps.ts';

/** 100,000 random rule maps on hostile data: an answer, the same when repeated, or a typed error. */
export const run = async (): Promise<readonly string[]> => {
  const { faults, ...measured } = fuzzRuleMaps(100_000, 100_007);
  console.log('Random rule maps');
  console.table({ 'hostile data': { ...measured, faults: faults.length } });
  return faults.slice(0, 20);
};
