import type { Cluster, Redis } from 'ioredis';

/**
 * Connections by name, for the compiler; an application merges its own when a connection is a cluster, or so that no other
 * name compiles: `declare module '@taproot/redis' { interface Connections { default: Redis; shards: Cluster } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Connections {}

/** Names of connections; any string as long as an application declares none. */
export type ConnectionName = keyof Connections extends never ? string : keyof Connections;

/** A client of ioredis. */
export type Client = Redis | Cluster;

/** The client of a connection: as it is declared, else a `Redis`. */
export type ClientOf<Name> = Name extends keyof Connections ? Connections[Name] : Redis;

/** The facade `Redis`: the client of a connection. */
export interface OpenClient {
  /**
   * The client of the default connection.
   *
   * @throws E_REDIS_PACKAGE when ioredis is not installed.
   */
  (): ClientOf<'default'>;
  /**
   * The client of a connection by its name in `redis.connections`.
   *
   * @throws E_REDIS_CONNECTION when there is no such connection; E_REDIS_PACKAGE when ioredis is not installed.
   */
  <Name extends ConnectionName>(connection: Name): ClientOf<Name>;
}
