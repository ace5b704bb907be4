import { type Duration, type Env } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import type { Client } from './clients.ts';

/** The server of a connection that names none. */
export const defaultAddress = 'redis://127.0.0.1:6379';

/** One connection: an address in `url` or its parts; the parts win. */
export interface RedisConnectionConfig {
  /** Address of the server: `redis://user:password@host:port/database`, `rediss://...` for TLS, or the path of a unix socket. */
  url?: string;
  /** Host name or address of the server; `127.0.0.1` when left out. */
  host?: string;
  /** Port of the server; 6379 when left out. */
  port?: number;
  /** Name of the user; by default the default user of the server. */
  user?: string;
  /** Password of the user. */
  password?: string;
  /** Number of the database; 0 when left out. */
  database?: number;
  /**
   * Encrypts the connection and checks the certificate of the server. An object is passed to `tls.connect()`. False by
   * default.
   */
  tls?: boolean | { ca?: string; cert?: string; key?: string; servername?: string; rejectUnauthorized?: boolean };
  /** Prefix of every key of this connection. Default: none. */
  prefix?: string;
  /** Seconds that an attempt to connect may take; 2 by default. */
  connect_timeout?: Duration;
  /**
   * Seconds that a command may take; 5 by default. If nothing arrives on a connection for that long, and for at least 5
   * seconds, it is closed and opened again. Give blocking commands such as `BLPOP` a connection with a higher value.
   */
  command_timeout?: Duration;
  /** Seconds between two attempts to connect, at most; they begin with 0.1. 1 when left out. */
  retry_delay?: Duration;
  /**
   * Makes the client yourself, for Sentinel or Cluster. Called once. Your code closes that client, and the other
   * settings do not apply to it.
   */
  client?: (() => Client) | null;
}

/** The `redis` configuration. */
export interface RedisConfig {
  /** Name of the connection that `facades.Redis()` and plugins use by default; `default` by default. */
  default: string;
  /** Connections by name; `default` has the address in `REDIS_URL`, `redis://127.0.0.1:6379` without it. */
  connections: Record<string, RedisConnectionConfig>;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/redis.ts: connections to Redis. */
    redis: RedisConfig;
  }
}

/** Defaults of config/redis.ts. */
export const redisDefaults = (env: Env): RedisConfig => ({
  default: 'default',
  connections: openRecord({
    default: openRecord({ url: env('REDIS_URL', defaultAddress) }),
  }),
});
