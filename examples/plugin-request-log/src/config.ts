import type { Env } from '@taproot/core';
import { orNull } from '@taproot/core/plugin';

/** The `access` configuration; its file is config/access.ts. */
export interface LogConfig {
  /** False, and the plugin is not there: no middleware, no tap, not even pino is imported. */
  enabled: boolean;
  /** The least level that is written: `debug`, `info` (every request), `warn` (from 400), `error` (from 500), `silent`. */
  level: string;
  /** A file that lines are appended to; a relative one is in the application's folder. Null: standard output. */
  file: string | null;
  /** Request headers that are written, lower case; credentials and cookies come out as `[redacted]`. */
  headers: readonly string[];
}

export const logDefaults = (env: Env): LogConfig =>
  orNull<LogConfig>(
    {
      enabled: env('ACCESS_LOG_ENABLED', true),
      level: env('ACCESS_LOG_LEVEL', 'info'),
      file: env('ACCESS_LOG_FILE', null),
      headers: ['user-agent'],
    },
    'file',
  );
