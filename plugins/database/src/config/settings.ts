import { isAbsolute, join } from 'node:path';
import type { DriverName } from '../catalog/catalog.ts';
import { errors } from '../errors.ts';
import { Check } from './check.ts';
import type { ConnectionConfig, ServerConnection, SqliteConnection } from './connection-config.ts';
import { readUrl } from './read-url.ts';

export interface SqliteSettings {
  readonly driver: 'sqlite';
  readonly name: string;
  /** Absolute, or `:memory:`. */
  readonly path: string;
  /** Whether tests alone use it: in memory, or one for each worker of a test runner. */
  readonly forTests: boolean;
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
  /** Whether tests alone use it: one for each worker of a test runner. */
  readonly forTests: boolean;
  readonly tls: Exclude<ServerConnection['tls'], undefined>;
  readonly max: number;
  /** Seconds. */
  readonly idleTimeout: number;
  /** Seconds; null = no limit. */
  readonly maxLifetime: number | null;
  readonly connectTimeout: number;
  /** Seconds; null = no limit. */
  readonly queryTimeout: number | null;
  readonly transactionTimeout: number | null;
  /** Whether a server that cannot write is as it should be, such as a replica. */
  readonly readOnly: boolean;
  /** More options of the driver's package, from the parameters of the address. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** A connection's configuration, complete and checked. */
export type Settings = SqliteSettings | ServerSettings;

const serverKeys =
  'driver url host port user password database tls pool read_only connect_timeout query_timeout transaction_timeout'.split(
    ' ',
  );
const keysOf: Readonly<Record<DriverName, readonly string[]>> = {
  sqlite: ['driver', 'path', 'connect_timeout', 'busy_timeout', 'transaction_timeout'],
  pgsql: serverKeys,
  mysql: serverKeys,
};

const addressOf: Readonly<Record<'pgsql' | 'mysql', { port: number; user: string }>> = {
  pgsql: { port: 5432, user: 'postgres' },
  mysql: { port: 3306, user: 'root' },
};

/** Where an application runs. */
export interface Surroundings {
  readonly basePath: string;
  /** The meaning of `{worker}` in the name of a database; null outside of tests. */
  readonly worker: (() => string) | null;
}

/**
 * Completes the configuration of one connection. Throws `E_DATABASE_SETTING` or `E_DATABASE_URL` for values that make
 * no sense.
 */
export const completeSettings = (
  name: string,
  config: ConnectionConfig,
  { basePath, worker }: Surroundings,
): Settings => {
  const check = new Check(`database.connections.${name}`);
  const { driver } = config;
  check.oneOf('driver', driver, Object.keys(keysOf));
  check.keys(config, keysOf[driver]);
  const place = (key: string, written: string): Place =>
    placeOf(written, worker, `database.connections.${name}.${key}`);
  return config.driver === 'sqlite'
    ? fileSettings(name, config, { basePath, check, place })
    : serverSettings(name, config, { check, place });
};

/** The name of a database or the path of its file. */
interface Place {
  readonly text: string;
  readonly forTests: boolean;
}

interface Reading {
  readonly check: Check;
  readonly place: (key: string, written: string) => Place;
}

const placeholder = '{worker}';

const placeOf = (written: string, worker: Surroundings['worker'], setting: string): Place => {
  if (!written.includes(placeholder)) return { text: written, forTests: written === ':memory:' };
  if (worker === null) throw errors.E_DATABASE_WORKER({ setting, placeholder });
  return { text: written.replaceAll(placeholder, worker()), forTests: true };
};

const fileSettings = (
  name: string,
  config: SqliteConnection,
  { basePath, check, place }: Reading & { readonly basePath: string },
): SqliteSettings => {
  const { path: written = 'storage/database.sqlite' } = config;
  check.require(written !== '', 'path', written, 'the path of a file, or :memory:');
  const { text: path, forTests } = place('path', written);
  const file = path === ':memory:' || isAbsolute(path) ? path : join(basePath, path);
  return {
    driver: 'sqlite',
    name,
    path: file,
    forTests,
    connectTimeout: check.seconds('connect_timeout', 5, config.connect_timeout),
    busyTimeout: check.seconds('busy_timeout', 5, config.busy_timeout),
    transactionTimeout: check.seconds('transaction_timeout', 30, config.transaction_timeout),
  };
};

const serverSettings = (
  name: string,
  config: ServerConnection & { driver: 'pgsql' | 'mysql' },
  { check, place }: Reading,
): ServerSettings => {
  const { driver, url = '', pool = {}, read_only: readOnly = false } = config;
  const { max = 10, max_lifetime: lifetime = 1800 } = pool;
  check.keys(pool, ['max', 'idle_timeout', 'max_lifetime'], 'pool.');
  check.require(Number.isSafeInteger(max) && max > 0, 'pool.max', max, 'a whole number of connections, 1 or more');
  const address = url === '' ? null : readUrl(url, `database.connections.${name}.url`);
  check.require(address === null || address.driver === driver, 'driver', driver, `${address?.driver}, as its url says`);
  const port = config.port ?? address?.port ?? addressOf[driver].port;
  check.require(Number.isInteger(port) && port > 0 && port < 65_536, 'port', port, 'a port, 1 to 65535');
  const tls = config.tls ?? address?.parameters.tls ?? false;
  check.require(typeof readOnly === 'boolean', 'read_only', readOnly, 'true or false');
  const { text: database, forTests } = place('database', config.database ?? address?.database ?? '');
  return {
    driver,
    name,
    host: config.host ?? (address?.host || '127.0.0.1'),
    port,
    user: config.user ?? (address?.user || addressOf[driver].user),
    password: config.password ?? address?.password ?? '',
    database,
    forTests,
    // Configuration is frozen, and drivers write into the object they get.
    tls: typeof tls === 'object' ? { ...tls } : tls,
    max,
    idleTimeout: check.seconds('pool.idle_timeout', 30, pool.idle_timeout),
    maxLifetime: lifetime === null ? null : check.seconds('pool.max_lifetime', 1800, lifetime),
    connectTimeout: check.seconds(
      'connect_timeout',
      5,
      config.connect_timeout ?? address?.parameters.connectTimeout ?? 5,
    ),
    queryTimeout: check.seconds('query_timeout', 10, config.query_timeout),
    transactionTimeout: check.seconds('transaction_timeout', 30, config.transaction_timeout),
    readOnly,
    options: address?.parameters.options ?? {},
  };
};
