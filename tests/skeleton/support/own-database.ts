import { afterAll, expect } from '@jest/globals';
import { sql } from '@taproot/database';
import { bootDatabase } from '../../database/support/application.ts';
import { freshName, mysql, mysqlUrl, pgsql, pgsqlUrl } from '../../database/support/engines.ts';

// Runs before each test file of the skeleton: `pgsql:fastify` says where.
const [name, driver = 'koa'] = String(Reflect.get(globalThis, 'skeletonRun')).split(':');
process.env['HTTP_DRIVER'] = driver;

const servers = [
  { ...pgsql, url: pgsqlUrl },
  { ...mysql, url: mysqlUrl },
];
const engine = servers.find((one) => one.name === name);

// Pages ask no database, and are served in other environments, too.
const asksDatabase = !expect.getState().testPath?.endsWith('pages.test.ts');

if (engine !== undefined && asksDatabase) {
  const stem = freshName('skeleton');
  // A variable wins over .env.testing.
  const url = new URL(engine.url);
  process.env['DATABASE_URL'] = engine.url.replace(url.pathname, `/${stem}_{worker}`);

  afterAll(async () => {
    const server = await bootDatabase({ main: engine.connection });
    const database = `${stem}_${process.env['JEST_WORKER_ID']}`;
    await sql`drop database if exists ${sql.id(database)}`.execute(server.facades.DB());
    await server.close();
  });
}
