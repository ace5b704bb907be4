import type { Env } from '@taproot/core';

/** The `access` configuration; its file is config/access.ts. */
export interface LogConfig {
  /** False, and the plugin is not there: no middleware, no tap, not even pino is imported. */
  enabled: boolean;
  /** The least level that is written: `debug`, `info` (every request), `warn` (from 400), `error` (from 500), `silent`. */
  level: string;
  /** A file, which is appended to; relative ones lie in the application. Empty = standard output. */
  file: string;
  /** Request headers that are written, lower case; credentials and cookies come out as `[redacted]`. */
  headers: readonly string[];
}

export const logDefaults = (env: Env): LogConfig => ({
  enabled: env('ACCESS_LOG_ENABLED', true),
  level: env('ACCESS_LOG_LEVEL', 'info'),
  file: env('ACCESS_LOG_FILE', ''),
  headers: ['user-agent'],
});
