import { flows, withStranger } from '../account/support/enumeration.ts';
import { compareTimes } from '../auth/support/compare-times.ts';

/** Nobody learns from the time of a reply whether an address has an account: |t| stays below 4.5 in each flow of the starter. */
export const run = async (attempts = 4000): Promise<readonly string[]> =>
  withStranger(attempts, async (pair) => {
    const faults: string[] = [];
    for (const flow of flows) {
      const t = Math.abs(await compareTimes(pair(flow), attempts));
      console.log(
        `${flow}: an address with an account beside one without, ${attempts} attempts: |t| = ${t.toFixed(2)}`,
      );
      if (t >= 4.5) faults.push(`${flow}: |t| is ${t.toFixed(2)}, which is 4.5 or more`);
    }
    return faults;
  });
