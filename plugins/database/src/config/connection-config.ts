import type { Duration } from '@taproot/core';

/** Connections kept open to one database server by one process. */
export interface PoolConfig {
  /** Connections at most; 10 when left out. */
  max?: number;
  /** Seconds after which an idle connection is closed; 30 when left out. */
  idle_timeout?: Duration;
  /**
   * Seconds after which a connection is replaced when its work is done, so that new servers get a part of the load; 1800 when left
   * out, null for no limit. The time of each connection is up to 10 % shorter, so that not all end at once.
   */
  max_lifetime?: Duration | null;
}

/** A SQLite file, made when it is first needed, with its folder. */
export interface SqliteConnection {
  /** A SQLite file. */
  driver: 'sqlite';
  /** Relative to the application's folder; `:memory:` for a database that is gone with the process. */
  path?: string;
  /** Seconds a query waits for its turn, as when a transaction is open; 5 when left out. */
  connect_timeout?: Duration;
  /** Seconds a query waits while another process writes; 5 when left out. */
  busy_timeout?: Duration;
  /** Seconds a transaction may take, then it is rolled back; 30 when left out. Migrations are not held to it. */
  transaction_timeout?: Duration;
}

/** The settings that connections to a server share. An address in `url` or its parts; the parts win. */
export interface ServerConnection {
  /**
   * Address of the server: `postgres://user:password@host:port/name?sslmode=verify-full`, `mysql://...`. The options below win over its
   * parts. A parameter that the driver does not know is E_DATABASE_URL.
   */
  url?: string;
  /** Host name or address of the server. */
  host?: string;
  /** Port of the server; 5432 or 3306 by default. */
  port?: number;
  /** User who logs in. */
  user?: string;
  /** Password of the user. */
  password?: string;
  /** Name of the database. */
  database?: string;
  /** Encrypts the connection and checks the server's certificate; an object goes to `tls.connect()`. False when left out. */
  tls?: boolean | { ca?: string; cert?: string; key?: string; servername?: string; rejectUnauthorized?: boolean };
  /** How many connections are kept open. */
  pool?: PoolConfig;
  /**
   * Whether the server may be one that cannot write, such as a replica; false when left out. Otherwise the health check fails on such a
   * server, and a write that it refuses makes Taproot open new connections, because the primary is elsewhere.
   */
  read_only?: boolean;
  /** Seconds to open a connection or wait for a free one; 5 when left out. */
  connect_timeout?: Duration;
  /** Seconds one query may take; 10 when left out. Migrations are not held to it. */
  query_timeout?: Duration;
  /** Seconds a transaction may take, then it is rolled back; 30 when left out. Migrations are not held to it. */
  transaction_timeout?: Duration;
}

/** PostgreSQL. */
export interface PgsqlConnection extends ServerConnection {
  /** PostgreSQL, by the package pg. */
  driver: 'pgsql';
}

/** MySQL and MariaDB. */
export interface MysqlConnection extends ServerConnection {
  /** MySQL and MariaDB, by the package mysql2. */
  driver: 'mysql';
}

/** A connection; `driver` says which options it has. */
export type ConnectionConfig = SqliteConnection | PgsqlConnection | MysqlConnection;
