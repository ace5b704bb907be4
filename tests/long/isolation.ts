import { isolation } from '../hostile/support/isolation.ts';

/** A million requests with identities of their own, half of them on each driver. */
export const run = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  const rows: Record<string, object> = {};
  for (const driver of ['koa', 'fastify']) {
    const { requests, mixed } = await isolation(driver, 500_000);
    rows[driver] = { requests, mixed: mixed.length };
    found.push(...mixed.slice(0, 20));
  }
  console.table(rows);
  return found;
};
