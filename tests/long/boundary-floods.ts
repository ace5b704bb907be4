import { boundaryFlood } from '../hostile/support/boundary-flood.ts';

const floods = 50;

/** Fifty bodies of 3 MiB at once whose content resembles boundaries, against a process of 256 MiB on each driver. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const driver of ['koa', 'fastify']) {
    const { statuses, alive, spooled } = await boundaryFlood(driver, floods);
    console.table({ [driver]: { ...statuses, alive, spooled } });
    if (!alive || statuses[200] !== floods) faults.push(`${driver}: ${JSON.stringify(statuses)}`);
    if (spooled > 0) faults.push(`${driver}: ${spooled} files are left`);
  }
  return faults;
};
