import { longSoak } from './support/long-soak.ts';

/** A million requests on each driver: none lost, every byte of every body as it must be. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  for (const driver of ['koa', 'fastify']) {
    const { requests, lost, wrong, examples, perSecond } = await longSoak(driver);
    rows[driver] = { requests, lost, wrong, 'per second': perSecond };
    if (lost > 0) faults.push(`${driver}: ${lost} lost`);
    for (const reply of examples) faults.push(`${driver}: wrong: ${reply}`);
  }
  console.log('Soak');
  console.table(rows);
  return faults;
};
