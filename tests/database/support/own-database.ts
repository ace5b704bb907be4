import { join } from 'node:path';
import { type ConnectionConfig, sql } from '@taproot/database';
import { anyTables, bootDatabase } from './application.ts';
import { type Engine, freshName, mysqlUrl, pgsqlUrl } from './engines.ts';

/** A database of the test's own, which is dropped after the work; on SQLite a file in `folder`. */
export const withOwnDatabase = async (
  engine: Engine,
  folder: string,
  work: (connection: ConnectionConfig) => Promise<void>,
): Promise<void> => {
  if (engine.name === 'sqlite') return work({ driver: 'sqlite', path: join(folder, 'storage/database.sqlite') });
  const database = freshName('own');
  const app = await bootDatabase({ main: engine.connection });
  const run = (statement: string) => sql`${sql.raw(statement)} ${sql.id(database)}`.execute(anyTables(app));
  await run('create database');
  try {
    if (engine.name === 'pgsql') await work({ driver: 'pgsql', url: pgsqlUrl, database });
    else await work({ driver: 'mysql', url: mysqlUrl, database });
  } finally {
    await run('drop database');
    await app.close();
  }
};
