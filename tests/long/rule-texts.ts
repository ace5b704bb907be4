import { fuzzRuleTexts } from '../validation/fuzz/fuzz-rule-texts.ts';

/** A million mutated rule texts are read or refused with a typed error, each in less than 5 ms. */
export const run = async (): Promise<readonly string[]> => {
  const { faults, ...measured } = fuzzRuleTexts(1_000_000, 1_000_011, 5);
  console.log('Mutated rule texts');
  console.table({ 'a million': { ...measured, faults: faults.length } });
  return faults.slice(0, 20);
};
