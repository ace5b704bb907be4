import { inspect } from 'node:util';
import { type Env } from '@taproot/core';
import { errors } from './errors.ts';

/** The `broadcast` configuration. */
export interface BroadcastConfig {
  /** `memory` (default) reaches the streams of this process, `redis` those of all processes and machines. */
  store: 'memory' | 'redis';
  /**
   * The number of past events of all channels that clients can get when they reconnect; 1000 by default. While Redis
   * cannot be reached, the same number waits in memory.
   */
  max_history: number;
  /** Number of events that may wait for one slow client before its stream is cut; 256 by default. */
  max_buffer: number;
  /** Bytes that the data of one event may have as JSON; 65536 by default. */
  max_bytes: number;
  /** Settings of the store `redis`. Applications that share a Redis need a prefix each. */
  redis: {
    /** Name of one of `redis.connections`; null (default) for the default one. */
    connection: string | null;
    /** The prefix of the key; `broadcast:` and `APP_NAME` by default. */
    prefix: string;
  };
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/broadcast.ts: where events go through, how many are kept. */
    broadcast: BroadcastConfig;
  }
}

/** Defaults of config/broadcast.ts. */
export const broadcastDefaults = (env: Env): BroadcastConfig => ({
  store: 'memory',
  max_history: 1000,
  max_buffer: 256,
  max_bytes: 64 * 1024,
  redis: { connection: null, prefix: `broadcast:${env('APP_NAME', 'Taproot')}` },
});

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_BROADCAST_SETTING
 */
export const checkConfig = (config: BroadcastConfig): void => {
  const expect = (holds: boolean, key: keyof BroadcastConfig, expected: string): void => {
    if (!holds)
      throw errors.E_BROADCAST_SETTING({ setting: `broadcast.${key}`, value: inspect(config[key]), expected });
  };
  expect(['memory', 'redis'].includes(config.store), 'store', '"memory" or "redis"');
  for (const key of ['max_history', 'max_buffer', 'max_bytes'] as const)
    expect(Number.isSafeInteger(config[key]) && config[key] > 0, key, 'a whole number, 1 or more');
};
