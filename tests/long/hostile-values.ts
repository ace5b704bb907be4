import { fuzzRules } from '../validation/fuzz/fuzz-rules.ts';

/** 250,000 evaluations of hostile values by every rule: no throw, a boolean, the same when repeated. */
export const run = async (): Promise<readonly string[]> => {
  const { faults, ...measured } = await fuzzRules(250_000, 250_012);
  console.log('Hostile values');
  console.table({ 'every rule': { ...measured, faults: faults.length } });
  return faults.slice(0, 20);
};
