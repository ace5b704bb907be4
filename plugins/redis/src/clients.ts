import type { Cluster, Redis } from 'ioredis';

/**
 * The types of the connections by name. Declare yours if a connection is a cluster, or to refuse other names: `declare
 * module '@taproot/redis' { interface Connections { default: Redis; shards: Cluster } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Connections {}

/** Names of connections; any string if the application declares none. */
export type ConnectionName = keyof Connections extends never ? string : keyof Connections;

/** A client of ioredis. */
export type Client = Redis | Cluster;

/** The client of a connection: the declared type, or `Redis`. */
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
