import { withDeadline } from '@taproot/core';
import type { QueryResult } from 'kysely';
import type * as Mysql2 from 'mysql2';
import type { Connection, ConnectionOptions, PoolConnection } from 'mysql2';
import type { ServerSettings } from '../config/settings.ts';
import { requireScalar } from './bind-value.ts';
import { importPackage } from './import-package.ts';
import { Killer } from './killer.ts';
import type { Link, LinkPool } from './link.ts';
import type { ServerKind } from './pooled-driver.ts';

/** MySQL and MariaDB, by `mysql2`. */
export const mysql: ServerKind = {
  open: (settings) => openPool(settings),
  begin: ({ isolationLevel, accessMode }) => [
    // Holds for the next transaction of this connection.
    ...(isolationLevel === undefined ? [] : [`set transaction isolation level ${isolationLevel}`]),
    accessMode === undefined ? 'begin' : `start transaction ${accessMode}`,
  ],
};

type Package = Pick<typeof Mysql2, 'createPool' | 'createConnection'>;

/** Makes a pool. */
export const openPool = async (
  settings: ServerSettings,
  load: () => Promise<Package> = () => import('mysql2'),
): Promise<LinkPool> => {
  const { name, max, idleTimeout } = settings;
  const { createPool, createConnection } = await importPackage('mysql2', name, load);
  const options = connectionOptions(settings);
  // mysql2 closes idle connections only where it may keep fewer than it may have.
  const idle = { maxIdle: max - 1, idleTimeout: idleTimeout * 1000 };
  const pool = createPool({ ...options, connectionLimit: max, ...idle });
  const killer = new Killer(async (ids) => {
    const connection = createConnection(options);
    connection.on('error', () => undefined);
    try {
      for (const id of ids) await send(connection, `kill ${id}`);
    } finally {
      connection.destroy();
    }
  }, settings.connectTimeout);
  return {
    acquire: () =>
      new Promise((resolve, reject) => {
        pool.getConnection((error, connection) => {
          if (error === null) resolve(new MysqlLink(connection, name, killer));
          else reject(error);
        });
      }),
    end: () => closePool(() => new Promise((resolve) => pool.end(() => resolve()))),
  };
};

/** mysql2 waits for each connection to say good-bye, also for those whose other end is gone. */
const closePool = (end: () => Promise<void>): Promise<void> =>
  withDeadline(end(), 1, () => new Error('late')).catch(() => undefined);

const connectionOptions = (settings: ServerSettings): ConnectionOptions => {
  const { host, port, user, password, database, ssl, connectTimeout } = settings;
  return {
    ...(host.startsWith('/') ? { socketPath: host } : { host, port }),
    user,
    password,
    database,
    ...(ssl === false ? {} : { ssl: ssl === true ? {} : ssl }),
    connectTimeout: connectTimeout * 1000 + afterwards,
    charset: 'utf8mb4',
    // Integers that a number cannot hold come as text, not rounded.
    supportBigNumbers: true,
    // Dates are written and read as UTC, whatever the zone of the process.
    timezone: 'Z',
  };
};

// Milliseconds: the driver gives up first, and knows why.
const afterwards = 500;

const send = (connection: Connection, statement: string): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.query(statement, (error) => (error === null ? resolve() : reject(error)));
  });

class MysqlLink implements Link {
  readonly #connection: PoolConnection;
  readonly #name: string;
  readonly #killer: Killer;

  constructor(connection: PoolConnection, name: string, killer: Killer) {
    this.#connection = connection;
    this.#name = name;
    this.#killer = killer;
  }

  query(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    const values = bindValues(parameters, this.#name);
    return new Promise((resolve, reject) => {
      this.#connection.query(sql, values, (error, result) => {
        if (error === null) resolve(resultOf(result));
        else reject(error);
      });
    });
  }

  readonly stream = (sql: string, parameters: readonly unknown[]): AsyncIterable<unknown> =>
    this.#connection.query(sql, bindValues(parameters, this.#name)).stream({ objectMode: true });

  release(): void {
    this.#connection.release();
  }

  cut(): Promise<void> {
    const { threadId } = this.#connection;
    this.#connection.destroy();
    return this.#killer.kill(threadId);
  }
}

/** mysql2 writes parameters into the statement: a list would become several values, an object a comparison. */
const bindValues = (parameters: readonly unknown[], connection: string): unknown[] =>
  parameters.map((value) => {
    requireScalar(value, connection);
    return value === undefined ? null : value;
  });

const resultOf = (result: unknown): QueryResult<unknown> => {
  if (Array.isArray(result)) return { rows: result };
  if (typeof result !== 'object' || result === null || !('affectedRows' in result)) return { rows: [] };
  const insertId = 'insertId' in result ? BigInt(String(result.insertId)) : 0n;
  return {
    rows: [],
    numAffectedRows: BigInt(String(result.affectedRows)),
    ...('changedRows' in result ? { numChangedRows: BigInt(String(result.changedRows)) } : {}),
    ...(insertId === 0n ? {} : { insertId }),
  };
};
