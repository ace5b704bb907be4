import { holdTypes } from '../validation/inference/held-types.ts';

/** 10,000 random rule maps: the valid data have the types that the compiler infers, from the loop and the generated code. */
export const run = async (): Promise<readonly string[]> => {
  const { faults, ...measured } = await holdTypes(10_000, 10_000);
  console.log('Inferred types');
  console.table({ 'random rules': { ...measured, faults: faults.length } });
  return faults.slice(0, 20);
};
