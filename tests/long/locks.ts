import { randomUUID } from 'node:crypto';
import { contend } from '../cache/support/lock-holders.ts';

/** 10,000 holders of one lock in Redis over four processes, which are frozen 300 times at random for up to twice their lease. */
export const run = async (holders = 10_000): Promise<readonly string[]> => {
  const began = performance.now();
  const result = await contend({ prefix: `long:${randomUUID()}:` }, { processes: 4, holders, freezes: 300 });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${result.holders} holders, ${result.freezes} freezes, ${result.noticed} woke and knew that their lease had ended, ` +
      `${result.late} wrote late with a lower fence, ${result.shared} fences shared; ${seconds} s`,
  );
  return result.shared === 0 ? [] : [`${result.shared} fences were shared by two holders`];
};
