import type * as Pg from 'pg';
import type { CustomTypesConfig, QueryResult as PgResult, PoolClient, PoolConfig } from 'pg';
import type { ServerSettings } from '../config/settings.ts';
import { importPackage } from './import-package.ts';
import { Killer } from './killer.ts';
import type { Link, LinkPool, LinkResult } from './link.ts';
import type { ServerKind } from './pooled-driver.ts';

/** PostgreSQL, by `pg`. */
export const pgsql: ServerKind = {
  open: (settings) => openPool(settings),
  begin: ({ isolationLevel, accessMode }) => [
    ['begin', ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]), accessMode ?? '']
      .join(' ')
      .trim(),
  ],
};

type Package = Pick<typeof Pg, 'Pool' | 'Client' | 'types'>;

/** Makes a pool. */
export const openPool = async (
  settings: ServerSettings,
  load: () => Promise<Package> = () => import('pg'),
): Promise<LinkPool> => {
  const { Pool, Client, types } = await importPackage('pg', settings.name, load);
  const config = { ...clientConfig(settings), types: withPlainValues(types) };
  const pool = new Pool({ ...config, max: settings.max, idleTimeoutMillis: settings.idleTimeout * 1000 });
  // The next query on a broken connection reports the error. Without this listener, the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const killer = new Killer(async (ids) => {
    const client = new Client(config);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [ids]);
    } finally {
      await client.end();
    }
  }, settings.connectTimeout);
  return {
    acquire: async () => new PgLink(await pool.connect(), killer),
    end: () => pool.end(),
  };
};

/** Parsers for types that `pg` would read differently from the other engines, by their number in `pg_type`. */
const withPlainValues = (types: Package['types']): CustomTypesConfig => ({
  getTypeParser: (type, format) => {
    const ofEntry = format === 'text' ? lists.get(type) : undefined;
    if (ofEntry === undefined)
      return (format === 'text' ? reads.get(type) : undefined) ?? types.getTypeParser(asText.get(type) ?? type, format);
    const readTexts = types.getTypeParser(textList);
    return (value: string) => readEntries(readTexts(value), ofEntry);
  },
});

// The type text[], for which the packages of `pg` have no name.
const textList: number = 1009;

/** Entries of a list, which may be lists again, or null. */
const readEntries = (value: unknown, read: (entry: string) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((entry: unknown) => readEntries(entry, read));
  return typeof value === 'string' ? read(value) : value;
};

const reads = new Map<number, (value: string) => unknown>([
  [20, (value) => readInteger(value)],
  [1114, (value) => readMoment(value)],
]);

// Lists of the types above. `pg` would read numeric[] as numbers, which lose digits.
const lists = new Map<number, (value: string) => unknown>([
  [1016, (value) => readInteger(value)],
  [1115, (value) => readMoment(value)],
]);

// Types to read as strings, each with the type whose parser is used: text for date, text[] for date[] and numeric[]. A date has no time of
// day. As a `Date` it would move to the day before in zones east of Greenwich.
const asText = new Map([
  [1082, 25],
  [1182, textList],
  [1231, textList],
]);

const readInteger = (value: string): number | string => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

/** A moment without a zone is UTC. `infinity` and years before Christ stay text. */
const readMoment = (value: string): Date | string => {
  const date = new Date(`${value.replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? value : date;
};

/** Writes a `Date` in UTC. `pg` would write it in the zone of the process, and columns without a zone would store that. */
const bind = (value: unknown): unknown =>
  value instanceof Date && value.getTime() >= firstPlain && value.getTime() <= lastPlain ? value.toISOString() : value;

// The first moment that ISO 8601 and PostgreSQL write alike; the last one is in the year 9999.
const firstPlain = Date.parse('0001-01-01T00:00:00Z');
const lastPlain = Date.parse('9999-12-31T23:59:59.999Z');

const clientConfig = ({ host, port, user, password, database, tls, connectTimeout }: ServerSettings): PoolConfig => ({
  host,
  port,
  user,
  password,
  database: database === '' ? user : database,
  ssl: tls,
  connectionTimeoutMillis: connectTimeout * 1000 + afterwards,
  keepAlive: true,
});

// Milliseconds. The driver gives up earlier, because its error says why.
const afterwards = 500;

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class PgLink implements Link {
  readonly #client: PoolClient;
  readonly #killer: Killer;

  constructor(client: PoolClient, killer: Killer) {
    this.#client = client;
    this.#killer = killer;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<LinkResult> {
    const { command, rowCount, rows }: PgResult = await this.#client.query(sql, parameters.map(bind));
    if (command === 'ROLLBACK' && sql === 'commit') return { rows, undone: true };
    return changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
  }

  release(): void {
    this.#client.release();
  }

  cut(): Promise<void> {
    const id = 'processID' in this.#client ? Number(this.#client.processID) : Number.NaN;
    this.#client.release(true);
    return this.#killer.kill(id);
  }
}
