import { sql } from '@taproot/database';
import { boot, closeAll, freshTable } from '../schedule/support/application.ts';
import { liveTogether } from '../schedule/support/two-machines.ts';
import { pgsqlUrl } from '../support/database-urls.mjs';

/** 400 days of a schedule in three zones, two processes on one PostgreSQL. `days` is another number of days. */
export const run = async (days = 400): Promise<readonly string[]> => {
  const began = performance.now();
  const connection = { driver: 'pgsql', url: pgsqlUrl } as const;
  const { app } = await boot({ connection });
  await freshTable(app);
  const { expected, shares, missing, wrong, reports } = await liveTogether(connection, Date.UTC(2026, 0, 1), days);
  const facades: { DB(): Parameters<ReturnType<typeof sql>['execute']>[0] } = app.facades;
  await sql`drop table schedule_marks`.execute(facades.DB());
  await closeAll();
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${expected} runs in ${days} days, shares ${shares.join(' and ')}, missing ${missing.length}, ` +
      `twice or at a wrong time ${wrong.length}, reports ${reports.length}; ${seconds} s`,
  );
  return [...missing.slice(0, 5), ...wrong.slice(0, 5), ...reports.slice(0, 5)];
};
