import { compareTimes } from '../auth/support/compare-times.ts';
import { passwordTimes } from '../auth/support/password-times.ts';

const spin = (rounds: number) => (): number => {
  let sum = 0;
  for (let round = 0; round < rounds; round++) sum += round % 7;
  return sum;
};

/** Nobody learns from the time of a refused login whether the account exists: |t| stays below 4.5 over 100,000 attempts. */
export const run = async (): Promise<readonly string[]> => {
  // The statistic must tell work from twice that work, or it tells nothing of passwords.
  const different = Math.abs(await compareTimes([spin(20_000), spin(40_000)], 1000));
  if (different <= 10) return [`|t| is ${different.toFixed(2)} between classes that differ`];
  const t = Math.abs(await passwordTimes(100_000));
  console.log(`Unknown users beside wrong passwords, 100,000 attempts: |t| = ${t.toFixed(2)}`);
  return t < 4.5 ? [] : [`|t| is ${t.toFixed(2)}, which is 4.5 or more`];
};
