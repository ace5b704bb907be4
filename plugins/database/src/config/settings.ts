import { isAbsolute, join } from 'node:path';
import type { DriverName } from '../catalog/catalog.ts';
import { Check } from './check.ts';
import type { ConnectionConfig, ServerConnection, SqliteConnection } from './connection-config.ts';
import { type DatabaseAddress, readUrl } from './read-url.ts';

export interface SqliteSettings {
  readonly driver: 'sqlite';
  readonly name: string;
  /** Absolute, or `:memory:`. */
  readonly path: string;
  /** Seconds. */
  readonly connectTimeout: number;
  readonly busyTimeout: number;
  /** Null = no limit. */
  readonly transactionTimeout: number | null;
}

export interface ServerSettings {
  readonly driver: 'pgsql' | 'mysql';
  readonly name: string;
  /** A folder for the unix socket when it begins with a slash. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: Exclude<ServerConnection['ssl'], undefined>;
  readonly max: number;
  /** Seconds. */
  readonly idleTimeout: number;
  readonly connectTimeout: number;
  /** Seconds; null = no limit. */
  readonly queryTimeout: number | null;
  readonly transactionTimeout: number | null;
}

/** A connection's configuration, complete and checked. */
export type Settings = SqliteSettings | ServerSettings;

const serverKeys =
  'driver url host port user password database ssl pool connect_timeout query_timeout transaction_timeout'.split(' ');
const keysOf: Readonly<Record<DriverName, readonly string[]>> = {
  sqlite: ['driver', 'path', 'connect_timeout', 'busy_timeout', 'transaction_timeout'],
  pgsql: serverKeys,
  mysql: serverKeys,
};

const addressOf: Readonly<Record<'pgsql' | 'mysql', { port: number; user: string }>> = {
  pgsql: { port: 5432, user: 'postgres' },
  mysql: { port: 3306, user: 'root' },
};

// With these a certificate is not checked: the connection is encrypted against listeners alone.
const unchecked = new Set(['require', 'required', 'prefer', 'preferred', 'no-verify']);

/** Completes the configuration of one connection; `E_DATABASE_SETTING` and `E_DATABASE_URL` for what cannot be meant. */
export const completeSettings = (name: string, config: ConnectionConfig, basePath: string): Settings => {
  const check = new Check(`database.connections.${name}`);
  const { driver } = config;
  check.oneOf('driver', driver, Object.keys(keysOf));
  check.keys(config, keysOf[driver]);
  return config.driver === 'sqlite' ? fileSettings(name, config, basePath, check) : serverSettings(name, config, check);
};

const fileSettings = (name: string, config: SqliteConnection, basePath: string, check: Check): SqliteSettings => {
  const { path = 'storage/database.sqlite' } = config;
  check.require(path !== '', 'path', path, 'the path of a file, or :memory:');
  const file = path === ':memory:' || isAbsolute(path) ? path : join(basePath, path);
  return {
    driver: 'sqlite',
    name,
    path: file,
    connectTimeout: check.seconds('connect_timeout', 5, config.connect_timeout),
    busyTimeout: check.seconds('busy_timeout', 5, config.busy_timeout),
    transactionTimeout: check.seconds('transaction_timeout', 30, config.transaction_timeout),
  };
};

const serverSettings = (
  name: string,
  config: ServerConnection & { driver: 'pgsql' | 'mysql' },
  check: Check,
): ServerSettings => {
  const { driver, url = '', pool = {} } = config;
  const { max = 10 } = pool;
  check.keys(pool, ['max', 'idle_timeout'], 'pool.');
  check.require(Number.isSafeInteger(max) && max > 0, 'pool.max', max, 'a whole number of connections, 1 or more');
  const address = url === '' ? null : readUrl(url, `database.connections.${name}.url`);
  check.require(address === null || address.driver === driver, 'driver', driver, `${address?.driver}, as its url says`);
  const port = config.port ?? address?.port ?? addressOf[driver].port;
  check.require(Number.isInteger(port) && port > 0 && port < 65_536, 'port', port, 'a port, 1 to 65535');
  const ssl = config.ssl ?? sslOf(address);
  return {
    driver,
    name,
    host: config.host ?? (address?.host || '127.0.0.1'),
    port,
    user: config.user ?? (address?.user || addressOf[driver].user),
    password: config.password ?? address?.password ?? '',
    database: config.database ?? address?.database ?? '',
    // Configuration is frozen, and drivers write into the object they get.
    ssl: typeof ssl === 'object' ? { ...ssl } : ssl,
    max,
    idleTimeout: check.seconds('pool.idle_timeout', 30, pool.idle_timeout),
    connectTimeout: check.seconds('connect_timeout', 5, config.connect_timeout),
    queryTimeout: check.seconds('query_timeout', 10, config.query_timeout),
    transactionTimeout: check.seconds('transaction_timeout', 30, config.transaction_timeout),
  };
};

const sslOf = (address: DatabaseAddress | null): ServerSettings['ssl'] => {
  const mode = address?.sslMode ?? '';
  if (mode === '' || mode === 'disable' || mode === 'disabled') return false;
  return unchecked.has(mode) ? { rejectUnauthorized: false } : true;
};
