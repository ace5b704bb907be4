import type { Duration, Env } from '@taproot/core';
import { describeValue, durations, orNull, type RedisUse, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The `websocket` configuration. */
export interface WebSocketConfig {
  /** Bytes of one message of a client; 65536 by default. A longer one closes the connection with 1009. */
  max_message: number;
  /** Bytes that may wait for a client that reads slowly; 1 MiB by default. Above it, the connection closes with 1013. */
  max_backlog: number;
  /** Messages of one client in one second; 50 by default, null for no limit. A client that sends twice as many is closed with 1008. */
  max_rate: number | null;
  /** The time between two pings; 30 s by default. A client that has not answered the last one is cut. */
  heartbeat: Duration;
  /**
   * Where the members of rooms are kept: `redis` for all processes, `memory` for this one. Null (default): `redis` if `broadcast.store` is
   * `redis`, otherwise `memory`.
   */
  presence: 'memory' | 'redis' | null;
  /** The time after which members of a process that was killed are gone; 15 s by default. A process renews it three times in that time. */
  presence_lease: Duration;
  /** The Redis of members. The connection is that of broadcasts, unless you name one; the prefix is `presence:` and `APP_NAME` by default. */
  redis: RedisUse;
  /** Whether messages are compressed, above 1 KiB. Off by default, because each connection then takes about 300 KiB of memory. */
  compression: boolean;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/websocket.ts: limits of WebSockets. */
    websocket: WebSocketConfig;
  }
}

/** The `websocket` configuration as the application reads it: times in seconds. */
export type WebSocketSettings = Settings<WebSocketConfig>;

export const websocketDefaults = (env: Env): WebSocketSettings =>
  orNull(
    durations<WebSocketConfig>(
      {
        max_message: 64 * 1024,
        max_backlog: 1024 * 1024,
        max_rate: 50,
        heartbeat: 30,
        presence: null,
        presence_lease: 15,
        redis: { connection: null, prefix: `presence:${env('APP_NAME', 'Taproot')}` },
        compression: false,
      },
      'heartbeat',
      'presence_lease',
    ),
    'max_rate',
    'presence',
  );

const positive = (value: unknown): boolean => typeof value === 'number' && value > 0 && Number.isFinite(value);

/** @throws E_SOCKET_SETTING for the first setting that is not possible */
export const checkConfig = ({
  max_message,
  max_backlog,
  max_rate,
  heartbeat,
  presence,
  presence_lease,
}: WebSocketSettings): void => {
  const refuse = (setting: string, value: unknown, expected: string) =>
    errors.E_SOCKET_SETTING({ setting, value: describeValue(value), expected });
  for (const [setting, value] of Object.entries({ max_message, max_backlog }))
    if (!Number.isInteger(value) || value < 1) throw refuse(setting, value, 'a whole number of bytes');
  if (max_rate !== null && !positive(max_rate)) throw refuse('max_rate', max_rate, 'a number of messages, or null');
  if (!positive(heartbeat)) throw refuse('heartbeat', heartbeat, 'a time');
  if (presence !== null && presence !== 'memory' && presence !== 'redis')
    throw refuse('presence', presence, '"memory", "redis" or null');
  if (!positive(presence_lease)) throw refuse('presence_lease', presence_lease, 'a time');
};
