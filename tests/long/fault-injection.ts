import { injectFaults } from '../hostile/support/fault-injection.ts';

/** Every fault of a handler, a stream or a hook, a thousand times on either driver. */
export const run = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  const rows: Record<string, object> = {};
  for (const driver of ['koa', 'fastify']) {
    const { wrong, faults, good, reports } = await injectFaults(driver, 1000);
    rows[driver] = { faults, good, reports, wrong: wrong.length };
    found.push(...wrong.slice(0, 20));
  }
  console.table(rows);
  return found;
};
