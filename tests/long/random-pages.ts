import { randomBytes } from 'node:crypto';
import { setup } from '@taproot/core';
import { database } from '@taproot/database';
import { comparePages } from '../database/support/compare-pages.ts';
import { mysqlUrl, pgsqlUrl } from '../support/database-urls.mjs';

const seed = 20_270_000;

/** Pages of random lists on each engine: all pages together are the rows of the query, in order, once, both ways. */
export const run = async (tables = 200): Promise<readonly string[]> => {
  const faults: string[] = [];
  const measured: Record<string, object> = {};
  for (const [engine, url] of Object.entries({ SQLite: ':memory:', PostgreSQL: pgsqlUrl, MariaDB: mysqlUrl })) {
    const app = await setup(null, { env: { APP_ENV: 'testing', DATABASE_URL: url } })
      .withPlugins([database()])
      .create();
    const found = await comparePages(app.facades.DB(), `pages_${randomBytes(6).toString('hex')}`, { seed, tables });
    await app.close();
    measured[engine] = { tables, 'lists of several pages': found.lists, faults: found.faults.length };
    faults.push(...found.faults.slice(0, 10).map((fault) => `${engine}, ${fault}`));
  }
  console.log('Random lists of eleven kinds, page by page');
  console.table(measured);
  return faults;
};
