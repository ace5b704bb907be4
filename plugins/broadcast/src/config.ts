import { inspect } from 'node:util';
import { type Duration, type Env } from '@taproot/core';
import { durations, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The `broadcast` configuration. */
export interface BroadcastConfig {
  /**
   * `memory` (default) reaches the streams of this process; `redis` and `nats` those of all processes and machines. Or the name of an engine
   * that a plugin registers with `facades.Broadcast().extend()`.
   */
  store: 'memory' | 'redis' | 'nats' | (string & {});
  /**
   * The number of past events that clients can get when they reconnect, for all channels of a shard together; 1000 by default. While the
   * server cannot be reached, the same number waits in memory.
   */
  max_history: number;
  /** Number of events that may wait in memory for one slow client; 256 by default. It gets further ones from the past events. */
  max_buffer: number;
  /** Seconds after which a stream is cut whose client reads nothing while more than `max_buffer` events wait; 10 by default. */
  max_stall: Duration;
  /** Bytes that the data of one event may have as JSON; 65536 by default. */
  max_bytes: number;
  /**
   * The number of logs that the server keeps; 1 by default. Each channel belongs to one of them, and a process reads only those for which it
   * has open event streams. All processes need the same number. If you change it, clients that reconnect get `missed` once. The store
   * `memory` has one.
   */
  shards: number;
  /** Settings of the store `redis`. Applications that share a Redis need a prefix each. */
  redis: {
    /** Name of one of `redis.connections`; null (default) for the default one. */
    connection: string | null;
    /** The prefix of the key; `broadcast:` and `APP_NAME` by default. */
    prefix: string;
  };
  /** Settings of the store `nats`. Applications that share a NATS account need a prefix each. */
  nats: {
    /** Addresses of one or several servers of a cluster; the one in `NATS_URL` by default, `nats://127.0.0.1:4222` without it. */
    servers: string | string[];
    /** The name of the JetStream streams begins with it; `broadcast-` and `APP_NAME` by default. Letters, digits, `_` and `-`. */
    prefix: string;
    /** The number of servers that keep each stream, 1 to 5; 1 by default. A stream that exists keeps its number. */
    replicas: number;
    /** Further options of `connect()` of @nats-io/transport-node, for example `{ token }`, `{ user, pass }` or `{ tls }`. None by default. */
    options: Record<string, unknown>;
  };
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/broadcast.ts: where events go through, how many are kept. */
    broadcast: BroadcastConfig;
  }
}

/** Defaults of config/broadcast.ts. */
export const broadcastDefaults = (env: Env): Settings<BroadcastConfig> =>
  durations<BroadcastConfig>(
    {
      store: 'memory',
      max_history: 1000,
      max_buffer: 256,
      max_stall: 10,
      max_bytes: 64 * 1024,
      shards: 1,
      redis: { connection: null, prefix: `broadcast:${env('APP_NAME', 'Taproot')}` },
      nats: {
        servers: env('NATS_URL', 'nats://127.0.0.1:4222'),
        prefix: `broadcast-${env('APP_NAME', 'Taproot').replaceAll(/[^\w-]/g, '-')}`,
        replicas: 1,
        options: {},
      },
    },
    'max_stall',
  );

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_BROADCAST_SETTING
 */
export const checkConfig = (config: Settings<BroadcastConfig>): void => {
  const expect = (holds: boolean, key: keyof BroadcastConfig, expected: string): void => {
    if (!holds)
      throw errors.E_BROADCAST_SETTING({
        setting: `broadcast.${key}`,
        value: inspect(config[key]),
        expected,
        hint: '',
      });
  };
  for (const key of ['max_history', 'max_buffer', 'max_bytes'] as const)
    expect(Number.isSafeInteger(config[key]) && config[key] > 0, key, 'a whole number, 1 or more');
  expect(config.max_stall > 0, 'max_stall', 'seconds, more than 0');
  const { shards } = config;
  expect(Number.isSafeInteger(shards) && shards >= 1 && shards <= 16_384, 'shards', 'a whole number from 1 to 16384');
  const { prefix } = config.nats;
  if (!/^[\w-]+$/.test(prefix))
    throw errors.E_BROADCAST_SETTING({
      setting: 'broadcast.nats.prefix',
      value: inspect(prefix),
      expected: 'letters, digits, "_" and "-"',
      hint: '',
    });
};
