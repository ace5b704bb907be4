import { inspect } from 'node:util';
import type { Duration, Env } from '@taproot/core';
import { durations, type RedisUse, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The `queue` configuration. */
export interface QueueConfig {
  /**
   * Where jobs wait. `database` (default) keeps them in a table: SQLite, PostgreSQL, MySQL or MariaDB. `redis`
   * keeps them in Redis, by BullMQ; jobs that are dispatched in a transaction go through an outbox in the database. `sync` (default in tests) runs
   * each job at once in `dispatch()`. Or the name of an engine that a plugin registers with `facades.Queue().extend()`.
   */
  engine: 'database' | 'redis' | 'sync' | (string & {});
  /** Name of one of `database.connections`; null (default) for the default one. */
  connection: string | null;
  /** The queue of jobs that name none; `default` by default. */
  default: string;
  /** Attempts of jobs that do not say how many; 5 by default. */
  attempts: number;
  /** Seconds before the second attempt of jobs that do not say how long, doubled for each further one; 10 by default. */
  backoff: Duration;
  /** Seconds that an attempt may take if its job does not say how many; 60 by default. */
  timeout: Duration;
  /**
   * Seconds after which the job of a worker that was killed is given to another one; 30 by default. A worker renews the lease of its jobs
   * three times within this time, so jobs may take longer.
   */
  lease: Duration;
  /** Seconds after which an idle worker looks for jobs again; 1 by default. Jobs of its own process begin at once. */
  poll: Duration;
  /** How many jobs one worker runs at the same time; 5 by default. */
  concurrency: number;
  /** Seconds for which a worker that stops waits for its running jobs, before it gives them back; 20 by default. */
  stop_timeout: Duration;
  /** Whether the server works on jobs, too, so that a small application needs no second process; false by default. */
  in_server: boolean;
  /**
   * Limits of queues, by name: `{ mails: { per_second: 10 } }`. All workers of all machines together begin at most this many of its jobs in a
   * second, evenly; none by default.
   */
  queues: Readonly<Record<string, { readonly per_second: number }>>;
  /** Settings of the engine `redis`. Applications that share a Redis need a prefix each; `queue-` and `APP_NAME` by default. */
  redis: RedisUse;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/queue.ts: where jobs wait, how often and how long they are tried. */
    queue: QueueConfig;
  }
}

/** Defaults of config/queue.ts. */
export const queueDefaults = (env: Env): Settings<QueueConfig> =>
  durations<QueueConfig>(
    {
      engine: env('APP_ENV', 'production') === 'testing' ? 'sync' : 'database',
      connection: null,
      default: 'default',
      attempts: 5,
      backoff: 10,
      timeout: 60,
      lease: 30,
      poll: 1,
      concurrency: 5,
      stop_timeout: 20,
      in_server: false,
      queues: {},
      redis: { connection: null, prefix: `queue-${env('APP_NAME', 'Taproot')}` },
    },
    'backoff',
    'timeout',
    'lease',
    'poll',
    'stop_timeout',
  );

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_QUEUE_SETTING
 */
export const checkConfig = (config: Settings<QueueConfig>): void => {
  const expect = (holds: boolean, key: keyof QueueConfig, expected: string): void => {
    if (!holds)
      throw errors.E_QUEUE_SETTING({ setting: `queue.${key}`, value: inspect(config[key]), expected, hint: '' });
  };
  expect(isQueueName(config.default), 'default', 'a name of 1 to 64 characters');
  for (const key of ['attempts', 'concurrency'] as const)
    expect(Number.isSafeInteger(config[key]) && config[key] > 0, key, 'a whole number, 1 or more');
  for (const key of ['timeout', 'lease', 'poll'] as const)
    expect(config[key] > 0 && config[key] < 86_400, key, 'seconds, more than 0 and less than a day');
  const isRate = (rate: unknown): boolean => typeof rate === 'number' && rate > 0 && rate <= 1_000_000;
  const rates = Object.entries(config.queues);
  const areRates = rates.every(([name, limit]) => isQueueName(name) && isRate(Object(limit).per_second));
  expect(areRates, 'queues', 'names of queues with a per_second above 0: { mails: { per_second: 10 } }');
  for (const key of ['backoff', 'stop_timeout'] as const) expect(config[key] >= 0, key, 'seconds, 0 or more');
};

/** Whether a value can name a queue. */
export const isQueueName = (name: unknown): name is string => typeof name === 'string' && /^[\w.:-]{1,64}$/.test(name);
