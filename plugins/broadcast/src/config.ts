import { type Env } from '@taproot/core';

/** The `broadcast` configuration. */
export interface BroadcastConfig {
  /** `memory` (default) reaches the streams of this process, `redis` those of all processes and machines. */
  store: 'memory' | 'redis';
  /**
   * The number of past events of all channels that clients can get when they reconnect; 1000 by default. While Redis
   * cannot be reached, the same number waits in memory.
   */
  history: number;
  /** Number of events that may wait for one slow client before its stream is cut; 256 by default. */
  buffer: number;
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
  history: 1000,
  buffer: 256,
  max_bytes: 64 * 1024,
  redis: { connection: null, prefix: `broadcast:${env('APP_NAME', 'Taproot')}` },
});
