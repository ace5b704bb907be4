import { inspect } from 'node:util';
import type { Duration, Env } from '@taproot/core';
import { durations, type RedisUse, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import { checkZone } from './times.ts';

/** The `schedule` configuration. */
export interface ScheduleConfig {
  /**
   * Where processes agree on who does a run. `redis` and `database` are for any number of machines; `files` is a folder of this machine, and
   * `memory` is for one process (default in tests). Null (default): `redis` if the application says where its server is (`REDIS_URL` or
   * config/redis.ts), else `database` if it has one, else `files`.
   */
  store: 'redis' | 'database' | 'files' | 'memory' | null;
  /** Name of one of `database.connections`; null (default) for the default one. */
  connection: string | null;
  /** The folder of the store `files`; a relative path begins at the application's folder. `storage/schedule` by default. */
  folder: string;
  /** The time zone of entries that name none; `UTC` by default. */
  timezone: string;
  /** Seconds by which a run may begin late; 300 by default. Later, it is not done, and reported as missed. */
  grace: Duration;
  /** Seconds for which the scheduler waits for running work when it stops, before it aborts it; 20 by default. */
  stop_timeout: Duration;
  /** Whether the server runs the schedule, too, so that a small application needs no second process; false by default. */
  in_server: boolean;
  /** Settings of the store `redis`. Applications that share a Redis need a prefix each; `schedule-` and `APP_NAME` by default. */
  redis: RedisUse;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/schedule.ts: where runs are claimed, how late they may begin. */
    schedule: ScheduleConfig;
  }
}

/** Defaults of config/schedule.ts. */
export const scheduleDefaults = (env: Env): Settings<ScheduleConfig> =>
  durations<ScheduleConfig>(
    {
      store: env('APP_ENV', 'production') === 'testing' ? 'memory' : null,
      connection: null,
      folder: 'storage/schedule',
      timezone: 'UTC',
      grace: 300,
      stop_timeout: 20,
      in_server: false,
      redis: { connection: null, prefix: `schedule-${env('APP_NAME', 'Taproot')}:` },
    },
    'grace',
    'stop_timeout',
  );

const stores: ReadonlySet<unknown> = new Set(['redis', 'database', 'files', 'memory', null]);

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_SCHEDULE_SETTING and E_SCHEDULE_ZONE
 */
export const checkConfig = (config: Settings<ScheduleConfig>): void => {
  const expect = (holds: boolean, key: keyof ScheduleConfig, expected: string): void => {
    if (!holds) throw errors.E_SCHEDULE_SETTING({ setting: `schedule.${key}`, value: inspect(config[key]), expected });
  };
  expect(stores.has(config.store), 'store', '"redis", "database", "files", "memory" or null');
  expect(config.grace > 0 && config.grace <= 86_400, 'grace', 'seconds, more than 0 and at most a day');
  expect(config.stop_timeout >= 0, 'stop_timeout', 'seconds, 0 or more');
  checkZone(config.timezone);
};
