import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Application } from '@taproot/core';
import { sql } from '@taproot/database';
import { anyTables, bootDatabase } from '../../database/support/application.ts';
import { freshName, mysql, pgsql } from '../../database/support/engines.ts';
import { useDatabase } from './current-database.ts';

// Runs before each test file of the skeleton: `pgsql:fastify` says where.
const [name, driver = 'koa'] = String(Reflect.get(globalThis, 'skeletonRun')).split(':');
process.env['HTTP_DRIVER'] = driver;

const engine = [pgsql, mysql].find((one) => one.name === name);

if (engine !== undefined) {
  const database = freshName('skeleton');
  let server: Application;
  let own: Application;
  const run = (app: Application, statement: string) => sql.raw(statement).execute(anyTables(app));

  beforeAll(async () => {
    server = await bootDatabase({ main: engine.connection });
    own = await bootDatabase({ main: { ...engine.connection, database } });
    await run(server, `create database ${database}`);
    useDatabase({ ...engine.connection, database });
  });

  // Each test boots an application, which makes the tables. For PostgreSQL a new database takes long.
  beforeEach(async () => {
    if (engine === pgsql) return run(own, 'drop schema public cascade; create schema public');
    await run(server, `drop database ${database}`);
    return run(server, `create database ${database}`);
  });

  afterAll(async () => {
    await own.close();
    await run(server, `drop database ${database}`);
    await server.close();
  });
}
