import { hasCode } from '@taproot/core';
import { sql } from 'kysely';
import type { Connection } from '../connection/connection.ts';

/** Whether a server was reached and has no such database. */
export const isMissingDatabase = (error: unknown): boolean =>
  error instanceof Error && hasCode(error.cause, '3D000', 'ER_BAD_DB_ERROR');

/** Makes the database of a connection on its server. */
export const createMissing = async (connection: Connection): Promise<void> => {
  const { settings } = connection;
  if (settings.driver === 'sqlite') return;
  // To create a database, PostgreSQL needs a connection to another one; MySQL does not.
  const place = settings.driver === 'pgsql' ? 'postgres' : '';
  await connection.atServer(place, (db) => sql`create database ${sql.id(settings.database)}`.execute(db));
};
