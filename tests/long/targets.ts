import { targetProperty } from '../drivers/support/target-property.ts';

/** Generated targets through every hand-over of each driver, with and without native middleware. */
export const run = async (targets = 100_000): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const driver of ['koa', 'fastify'])
    for (const native of [false, true])
      for (const fault of await targetProperty(driver, native, targets / 4, native ? 21 : 20))
        faults.push(`${driver}${native ? ' with its pipeline' : ''}: ${fault}`);
  return faults;
};
