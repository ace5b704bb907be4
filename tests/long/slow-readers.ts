import { slowReaders } from '../hostile/support/slow-readers.ts';
import { HostileApplication } from '../hostile/wire/application.ts';
import { request } from '../hostile/wire/attack.ts';
import { sendAttack, statusesOf } from '../hostile/wire/send-attack.ts';

const readers = 500;
const MiB = 1024 * 1024;

/** 500 clients that take one byte a second of 100 MiB: what they cost, and whether others are served. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const rows: Record<string, object> = {};
  for (const driver of ['koa', 'fastify']) {
    const application = await HostileApplication.open(driver);
    const grown = await slowReaders(application, readers, async () => {
      const statuses = statusesOf(await sendAttack(application.port, request('GET', '/health')));
      if (statuses.join() !== '200') faults.push(`${driver}: another client was answered ${statuses.join()}`);
    });
    await application.close();
    rows[driver] = { readers, memory: `${(grown / MiB).toFixed(0)} MiB` };
    if (grown > 100 * MiB) faults.push(`${driver}: they cost ${(grown / MiB).toFixed(0)} MiB`);
  }
  console.table(rows);
  return faults;
};
