import { type Duration, type Env } from '@taproot/core';
import { durations, type Settings } from '@taproot/core/plugin';

/** The `queue` configuration; its file is config/queue.ts. */
export interface QueueConfig {
  /** Where jobs wait: in this process, or on Redis for any number of workers. */
  store: 'memory' | 'redis';
  /** Connection of config/redis.ts; null for the default one. */
  connection: string | null;
  /** What the keys on Redis begin with. */
  prefix: string;
  /** How often a job is tried before it is given up. */
  attempts: number;
  /** How long a worker that found no job waits before it looks again. */
  poll: Duration;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    queue: QueueConfig;
  }
}

export const queueDefaults = (env: Env): Settings<QueueConfig> =>
  durations<QueueConfig>(
    { store: 'memory', connection: null, prefix: `queue:${env('APP_NAME', 'Taproot')}`, attempts: 3, poll: 1 },
    'poll',
  );
