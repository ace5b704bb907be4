import { randomBytes } from 'node:crypto';
import { setup } from '@taproot/core';
import { database, sql } from '@taproot/database';
import { mysqlUrl, pgsqlUrl } from '../../support/database-urls.mjs';

const servers = {
  PostgreSQL: pgsqlUrl,
  MariaDB: mysqlUrl,
};

const dropDatabases = async (url: string, name: string, workers: number): Promise<void> => {
  const app = await setup(null, { env: { APP_ENV: 'testing', DATABASE_URL: url } })
    .withPlugins([database()])
    .create();
  for (let worker = 1; worker <= workers; worker++)
    await sql`drop database if exists ${sql.id(`${name}_${worker}`)}`.execute(app.facades.DB());
  await app.close();
};

/** What the databases of a run are called: `prefix` on servers, `sqlite` is the whole address on SQLite, with `{worker}`. */
interface WorkerDatabases {
  readonly prefix: string;
  readonly sqlite: string;
  readonly workers: number;
}

/** Calls `work` with the address of the workers' databases on each engine. Those on servers are dropped at the end. */
export const onEachEngine = async (
  { prefix, sqlite, workers }: WorkerDatabases,
  work: (engine: string, url: string) => void,
): Promise<void> => {
  const name = `${prefix}_${randomBytes(4).toString('hex')}`;
  try {
    work('SQLite', sqlite);
    for (const [engine, url] of Object.entries(servers)) work(engine, url.replace(/[^/]*$/, `${name}_{worker}`));
  } finally {
    for (const url of Object.values(servers)) await dropDatabases(url, name, workers);
  }
};
