export type { ConnectionName, Connections, OpenClient } from './clients.ts';
export type { RedisConfig, RedisConnectionConfig } from './config.ts';
export type { RedisHealth } from './connection.ts';
export { errors } from './errors.ts';
export { redis } from './plugin.ts';
export type { RedisConnections } from './redis-connections.ts';
