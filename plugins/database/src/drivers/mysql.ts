import type { Readable } from 'node:stream';
import { hasCode } from '@taproot/core';
import { withDeadline } from '@taproot/core/plugin';
import type * as Mysql2 from 'mysql2';
import type { Connection, ConnectionOptions, FieldPacket, PoolConnection } from 'mysql2';
import type { ServerSettings } from '../config/settings.ts';
import { errors } from '../errors.ts';
import { requireFinite, requireScalar } from './bind-value.ts';
import { importPackage } from './import-package.ts';
import { Killer } from './killer.ts';
import type { Link, LinkPool, LinkResult } from './link.ts';
import type { ServerKind } from './pooled-driver.ts';

/** MySQL and MariaDB, by `mysql2`. */
export const mysql: ServerKind = {
  open: (settings) => openPool(settings),
  begin: ({ isolationLevel, accessMode }) => [
    // MySQL applies this to the next transaction of the connection.
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
  const { name, max, idleTimeout, connectTimeout } = settings;
  const { createPool, createConnection } = await importPackage('mysql2', name, load);
  const options = connectionOptions(settings);
  // mysql2 closes idle connections only if `maxIdle` is smaller than the limit of connections.
  const idle = { maxIdle: max - 1, idleTimeout: idleTimeout * 1000 };
  const pool = createPool({ ...options, connectionLimit: max, ...idle });
  const killer = new Killer<number>(async (ids) => {
    const connection = createConnection(options);
    connection.on('error', () => undefined);
    try {
      for (const id of ids) await send(connection, `kill ${id}`);
    } finally {
      connection.destroy();
    }
  }, connectTimeout);
  const safe = new WeakSet<Connection>();
  const checkOut = (): Promise<PoolConnection> =>
    new Promise((resolve, reject) => {
      pool.getConnection((error, connection) => {
        if (error === null) resolve(connection);
        else reject(error);
      });
    });
  return {
    idle: 0,
    acquire: async () => {
      const connection = await checkOut();
      if (!safe.has(connection)) await makeSafe(connection, settings);
      safe.add(connection);
      return new MysqlLink(connection, name, killer);
    },
    end: () => closePool(() => new Promise((resolve) => pool.end(() => resolve()))),
  };
};

/**
 * Switches off the server mode NO_BACKSLASH_ESCAPES. mysql2 writes quotes as `\'`; in that mode they would end the string, and the server
 * would run the rest as SQL.
 */
const makeSafe = async (connection: PoolConnection, settings: ServerSettings): Promise<void> => {
  const late = () => new Error('The server does not answer.');
  try {
    await withDeadline(send(connection, sessionOf(settings)), settings.connectTimeout, late);
  } catch (error) {
    connection.destroy();
    throw error;
  }
};

/**
 * The settings of a session. The server's time must be UTC, too, like the dates that are written and read. Its limit for statements is for
 * queries that this process does not end, for example because it was killed. The comments are code: the first one for MariaDB, which has
 * no limit for single kinds of statements; the second one for MySQL, whose limit is for `select`.
 */
const sessionOf = ({ queryTimeout }: ServerSettings): string => {
  const session =
    "set session sql_mode = replace(@@session.sql_mode, 'NO_BACKSLASH_ESCAPES', ''), session time_zone = '+00:00'";
  if (queryTimeout === null) return session;
  const limit = Math.ceil(queryTimeout * 1000) + afterwards;
  return `${session} /*M!100101 , ${limitOf('max_statement_time', limit / 1000)} */ /*!50708 , ${limitOf('max_execution_time', limit)} */`;
};

/** Keeps a limit that the server already has. */
const limitOf = (name: string, limit: number): string =>
  `session ${name} = if(@@session.${name} > 0, @@session.${name}, ${limit})`;

/** mysql2 waits until the server has closed each connection, even if the server is gone. */
const closePool = (end: () => Promise<void>): Promise<void> =>
  withDeadline(end(), 1, () => new Error('late')).catch(() => undefined);

const connectionOptions = (settings: ServerSettings): ConnectionOptions => {
  const { host, port, user, password, database, tls, connectTimeout } = settings;
  return {
    ...(host.startsWith('/') ? { socketPath: host } : { host, port }),
    user,
    password,
    database,
    ...(tls === false ? {} : { ssl: tls === true ? {} : tls }),
    connectTimeout: connectTimeout * 1000 + afterwards,
    charset: 'utf8mb4',
    ...settings.options,
    // Reads integers that are too large for a number as text, so that they are not rounded.
    supportBigNumbers: true,
    // Dates are written and read as UTC, whatever the zone of the process.
    timezone: 'Z',
    // A date has no time of day; as a `Date` it could move to another day. In moments, mysql2 would read the years 1 to 99 as 1900 and
    // later.
    dateStrings: ['DATE', 'DATETIME', 'TIMESTAMP'],
  };
};

// Milliseconds. The driver gives up earlier, because its error says why.
const afterwards = 500;

const send = (connection: Connection, statement: string): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.query(statement, (error) => (error === null ? resolve() : reject(error)));
  });

class MysqlLink implements Link {
  readonly client: PoolConnection;
  readonly #name: string;
  readonly #killer: Killer<number>;
  #rows: Readable | null = null;

  constructor(connection: PoolConnection, name: string, killer: Killer<number>) {
    this.client = connection;
    this.#name = name;
    this.#killer = killer;
  }

  query(sql: string, parameters: readonly unknown[]): Promise<LinkResult> {
    const values = bindValues(parameters, this.#name);
    return new Promise((resolve, reject) => {
      this.client.query(sql, values, (error, result, fields) => {
        if (error === null) resolve(resultOf(result, fields));
        else reject(withoutValues(error));
      });
    });
  }

  // Only replies without rows contain the state of the transaction, so this asks for one.
  readonly isInTransaction = async (): Promise<boolean> => (await this.query('do 0', [])).inTransaction === true;

  readonly stream = (sql: string, parameters: readonly unknown[]): AsyncIterable<unknown> => {
    const query = this.client.query(sql, bindValues(parameters, this.#name));
    let readers: readonly Reader[] = [];
    query.once('fields', (fields: readonly FieldPacket[]) => {
      readers = readersOf(fields);
    });
    const rows = query.stream({ objectMode: true });
    this.#rows = rows;
    return mapRows(rows, (row) => readRow(row, readers));
  };

  release(): void {
    this.client.release();
  }

  discard(): void {
    this.client.destroy();
  }

  cut(): Promise<void> {
    const { threadId } = this.client;
    this.client.destroy();
    // mysql2 does not end the iteration of rows by itself.
    this.#rows?.destroy(new Error('The connection was cut.'));
    return this.#killer.kill(threadId);
  }
}

/** mysql2 writes parameters into the statement: a list would become several values, an object a comparison. */
const bindValues = (parameters: readonly unknown[], connection: string): unknown[] =>
  parameters.map((value) => {
    requireScalar(value, connection);
    requireFinite(value, connection);
    // SQLite and PostgreSQL cannot store such a text, so MySQL must not either.
    if (typeof value === 'string' && value.includes('\0')) throw errors.E_ROW_VALUE();
    return value === undefined ? null : asBuffer(value);
  });

/** Some versions of mysql2 only accept a Buffer. This shares the memory. */
const asBuffer = (value: unknown): unknown =>
  value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;

/**
 * Removes values from the message of a syntax error. The message quotes the statement, into which mysql2 wrote the values: `... near 'from
 * x where a = 'secret'' at line 1`.
 */
const withoutValues = (error: Error): Error => {
  if (!hasCode(error, 'ER_PARSE_ERROR')) return error;
  const mask = (text: string): string => {
    const [start, end] = [text.indexOf("near '") + 6, text.lastIndexOf("' at line")];
    if (start < 6 || end < start) return text;
    const near = text.slice(start, end).replaceAll(/'[^'\\]*(?:\\[^][^'\\]*)*(?:'|\\?$)/g, '?');
    return text.slice(0, start) + near + text.slice(end);
  };
  error.stack = mask(error.stack ?? '');
  error.message = mask(error.message);
  return 'sqlMessage' in error ? Object.assign(error, { sqlMessage: mask(String(error.sqlMessage)) }) : error;
};

async function* mapRows(rows: AsyncIterable<unknown>, read: (row: unknown) => void): AsyncGenerator {
  for await (const row of rows) {
    read(row);
    yield row;
  }
}

/** A column whose values mysql2 would read differently. */
type Reader = readonly [column: string, read: (value: unknown) => unknown];

/** Types of columns in the protocol. */
const tinyint = 1;
const timestamp = 7;
const datetime = 12;

const readersOf = (fields: readonly FieldPacket[]): readonly Reader[] =>
  fields.flatMap(({ columnType, columnLength, name }): Reader[] => {
    // MySQL's boolean.
    if (columnType === tinyint && columnLength === 1) return [[name, readBoolean]];
    return columnType === timestamp || columnType === datetime ? [[name, readMoment]] : [];
  });

/** A boolean column of MySQL may contain other numbers; they stay numbers. */
const readBoolean = (value: unknown): unknown => (value === 1 || value === 0 ? value === 1 : value);

/** `2026-01-31 10:00:00.000` of UTC. */
const readMoment = (value: unknown): unknown =>
  typeof value === 'string' ? new Date(`${value.replace(' ', 'T')}Z`) : value;

/** Changes the row in place. */
const readRow = (row: unknown, readers: readonly Reader[]): void => {
  if (isRow(row)) for (const [column, read] of readers) row[column] = read(row[column]);
};

const isRow = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null;

const resultOf = (result: unknown, fields: readonly FieldPacket[]): LinkResult => {
  if (Array.isArray(result)) {
    const readers = readersOf(fields);
    if (readers.length > 0) for (const row of result) readRow(row, readers);
    return { rows: result };
  }
  if (typeof result !== 'object' || result === null || !('affectedRows' in result)) return { rows: [] };
  const insertId = 'insertId' in result ? BigInt(String(result.insertId)) : 0n;
  return {
    rows: [],
    numAffectedRows: BigInt(String(result.affectedRows)),
    ...('changedRows' in result ? { numChangedRows: BigInt(String(result.changedRows)) } : {}),
    ...(insertId === 0n ? {} : { insertId }),
    ...('serverStatus' in result ? { inTransaction: (Number(result.serverStatus) & statusInTransaction) !== 0 } : {}),
  };
};

/** SERVER_STATUS_IN_TRANS of the protocol. */
const statusInTransaction = 1;
