import { once } from 'node:events';
import { connect } from 'node:net';
import { withDeadline } from '@taproot/core/plugin';
import type * as Pg from 'pg';
import type { ClientConfig, CustomTypesConfig, QueryResult as PgResult, PoolClient, PoolConfig } from 'pg';
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
  const { connectionTimeoutMillis, ...ofPool } = config;
  // Only opening a connection needs a timer of the package: nothing waits in its queue.
  class TimedClient extends Client {
    constructor(options?: ClientConfig) {
      super({ ...options, connectionTimeoutMillis });
    }
  }
  const pool = new Pool({
    ...ofPool,
    Client: TimedClient,
    max: settings.max,
    idleTimeoutMillis: settings.idleTimeout * 1000,
  });
  // The next query on a broken connection reports the error. Without this listener, the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const terminator = new Killer<number>(async (ids) => {
    const client = new Client(config);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [ids]);
    } finally {
      await client.end();
    }
  }, settings.connectTimeout);
  const canceller = new Killer<Backend>(async (backends) => {
    await Promise.all(backends.map((backend) => cancel(settings, backend)));
  }, settings.connectTimeout);
  const stops = new WeakMap<PoolClient, Stop>();
  /** Finds out how to stop the queries of a new connection. */
  const prepare = async (client: PoolClient): Promise<Stop> => {
    const backend = backendOf(client);
    const isDirect = await limitStatements(client, settings, backend);
    return isDirect
      ? { isDirect, send: () => terminator.kill(backend.id) }
      : { isDirect, send: () => canceller.kill(backend) };
  };
  return {
    get idle() {
      return pool.idleCount;
    },
    acquire: async () => {
      const client = await pool.connect();
      const stop = stops.get(client) ?? (await prepare(client));
      stops.set(client, stop);
      return new PgLink(client, stop);
    },
    end: () => pool.end(),
  };
};

/** How a server is asked to stop the query of a connection. */
interface Stop {
  /** Whether the server gave the connection its own process, which ends with it. A pooler has the process, and lends it. */
  readonly isDirect: boolean;
  /** Resolves after the attempt, even if it fails. */
  readonly send: () => Promise<void>;
}

/** The numbers of a connection, from the server or from the pooler in front of it. */
interface Backend {
  readonly id: number;
  readonly secret: number;
}

const backendOf = (client: object): Backend => ({
  id: 'processID' in client ? Number(client.processID) : 0,
  secret: 'secretKey' in client ? Number(client.secretKey) : 0,
});

/**
 * Sets `statement_timeout`, for queries that this process does not end, for example because it was killed. A limit of the user or of the
 * address stays. Resolves to false behind a pooler such as PgBouncer, which gives the connection a number of its own: there the setting
 * would stay on a connection that others use next.
 */
const limitStatements = async (
  client: PoolClient,
  { queryTimeout, connectTimeout }: ServerSettings,
  { id }: Backend,
): Promise<boolean> => {
  const limit = queryTimeout === null ? 0 : Math.ceil(queryTimeout * 1000) + afterwards;
  const isFree = limit === 0 ? 'false' : `current_setting('statement_timeout') = '0'`;
  const late = () => new Error('timeout expired');
  const asking = client.query<{ direct: boolean }>(
    `select direct, case when direct and ${isFree} then set_config('statement_timeout', '${limit}', false) end
      from (select pg_backend_pid() = ${id} as direct) as backend`,
  );
  try {
    const { rows } = await withDeadline(asking, connectTimeout, late);
    return rows[0]?.direct ?? true;
  } catch (error) {
    client.release(true);
    throw error;
  }
};

/**
 * Asks to cancel the query of a connection, as the protocol has it: by a connection of its own, which needs no login. A pooler passes it on
 * to the server.
 */
const cancel = async ({ host, port, connectTimeout }: ServerSettings, { id, secret }: Backend): Promise<void> => {
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const message = Buffer.alloc(16);
  for (const [index, field] of [message.length, cancelRequest, id, secret].entries())
    message.writeInt32BE(field, index * 4);
  socket.setTimeout(connectTimeout * 1000, () => socket.destroy());
  // The other side closes the connection when it has passed the request on. If this side ended it earlier, PgBouncer would forget it.
  socket.write(message);
  socket.resume();
  await once(socket, 'close');
};

/** The number of this request in the protocol. */
const cancelRequest = 80_877_102;

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

const clientConfig = (settings: ServerSettings): PoolConfig => ({
  host: settings.host,
  port: settings.port,
  user: settings.user,
  password: settings.password,
  database: settings.database === '' ? settings.user : settings.database,
  ssl: settings.tls,
  connectionTimeoutMillis: settings.connectTimeout * 1000 + afterwards,
  keepAlive: true,
  ...settings.options,
});

// Milliseconds. The driver gives up earlier, because its error says why.
const afterwards = 500;

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class PgLink implements Link {
  readonly client: PoolClient;
  readonly #stop: Stop;

  constructor(client: PoolClient, stop: Stop) {
    this.client = client;
    this.#stop = stop;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<LinkResult> {
    const { command, rowCount, rows }: PgResult = await this.client.query(sql, parameters.map(bind));
    if (command === 'ROLLBACK' && sql === 'commit') return { rows, undone: true };
    return changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
  }

  release(): void {
    this.client.release();
  }

  discard(): void {
    this.client.release(true);
  }

  async cut(): Promise<void> {
    if (this.#stop.isDirect) {
      this.client.release(true);
      await this.#stop.send();
    } else {
      // A pooler forgets the query of a connection that closes.
      await this.#stop.send();
      this.client.release(true);
    }
  }
}
